package maestro.simulate;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import maestro.distribution.Member;
import maestro.distribution.Readiness;
import maestro.simulate.Engine.Kind;
import maestro.simulate.costs.Costs;

/**
 * A selector: level-triggered, with the costs of its system calls. One process at a time polls. A
 * process that comes during another one's poll continues without, as in {@code RoundRobin}.
 *
 * <p>It reports first whom it has reported longest ago. In a fixed order the last of each round
 * would be late for the next poll again and again: their requests are still on the way.
 */
final class VirtualReadiness implements Readiness {
  private final Engine engine;
  private final Costs.Kernel costs;

  /** Ordered by when they were reported, the oldest first. */
  private final Set<VirtualSwitch> watched = new LinkedHashSet<>();

  private final List<VirtualSwitch> found = new ArrayList<>();
  private long lookedUntilNs;
  private Engine.Actor waiter;
  private boolean wakeupPending;

  VirtualReadiness(Engine engine, Costs.Kernel costs) {
    this.engine = engine;
    this.costs = costs;
  }

  @Override
  public void poll(Sink sink) {
    if (lookedUntilNs > engine.nowNs()) {
      return;
    }
    engine.charge(Kind.KERNEL, costs.pollCallNs());
    wakeupPending = false;
    report(sink);
    lookedUntilNs = engine.nowNs();
  }

  private boolean report(Sink sink) {
    long nowNs = engine.nowNs();
    for (VirtualSwitch member : watched) {
      if (member.hasInput(nowNs)) {
        found.add(member);
      }
    }
    boolean any = !found.isEmpty();
    if (found.size() < watched.size()) { // else the order is the same
      for (int i = 0; i < found.size(); i++) {
        watched.remove(found.get(i));
        watched.add(found.get(i));
      }
    }
    for (int i = 0; i < found.size(); i++) {
      engine.charge(Kind.KERNEL, costs.pollReadyNs());
      sink.ready(found.get(i));
    }
    found.clear();
    return any;
  }

  @Override
  public void await(Sink sink, long maxWaitNs) {
    engine.charge(Kind.KERNEL, costs.pollCallNs());
    if (report(sink) || wakeupPending) {
      wakeupPending = false;
      return;
    }
    long untilNs = engine.nowNs() + maxWaitNs;
    for (VirtualSwitch member : watched) {
      untilNs = Math.min(untilNs, arrivalNs(member));
    }
    waiter = engine.current();
    engine.charge(Kind.KERNEL, costs.parkNs());
    engine.block(
        untilNs,
        () -> {
          waiter = null;
          wakeupPending = false;
          report(sink);
        });
  }

  private long arrivalNs(VirtualSwitch member) {
    return member.source.nextNs() + (long) costs.wakeLatencyNs();
  }

  /** Reports that a watched switch has got an answer and may send again. */
  void poll(VirtualSwitch member) {
    if (waiter != null) {
      wakeEarlier(arrivalNs(member));
    }
  }

  @Override
  public void wakeup() {
    if (waiter != null) {
      engine.charge(Kind.KERNEL, costs.wakeUpNs());
      wakeEarlier(engine.nowNs() + (long) costs.wakeLatencyNs());
    } else if (!wakeupPending) {
      wakeupPending = true;
      engine.charge(Kind.KERNEL, costs.wakeUpNs());
    }
  }

  private void wakeEarlier(long atNs) {
    engine.wakeBy(waiter, atNs);
  }

  @Override
  public void watch(Member member) {
    VirtualSwitch added = (VirtualSwitch) member;
    if (watched.add(added)) {
      engine.charge(Kind.KERNEL, costs.interestNs());
      added.watchedBy(this, true);
      if (waiter != null) {
        wakeEarlier(arrivalNs(added));
      }
    }
  }

  @Override
  public void unwatch(Member member) {
    VirtualSwitch removed = (VirtualSwitch) member;
    if (watched.remove(removed)) {
      engine.charge(Kind.KERNEL, costs.interestNs());
      removed.watchedBy(this, false);
    }
  }
}
