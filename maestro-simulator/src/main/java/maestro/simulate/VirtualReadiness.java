package maestro.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import maestro.distribution.Member;
import maestro.distribution.Readiness;
import maestro.simulate.Engine.Kind;
import maestro.simulate.costs.Costs;

/**
 * A selector: level-triggered, with the costs of its system calls. One process at a time polls. A
 * process that comes during another one's poll continues without, as in {@code RoundRobin}.
 */
final class VirtualReadiness implements Readiness {
  private final Engine engine;
  private final Costs.Kernel costs;
  private final List<VirtualSwitch> watched = new ArrayList<>();
  private final List<VirtualSwitch> found = new ArrayList<>();
  private int[] places = new int[16];
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
    for (int i = 0; i < watched.size(); i++) {
      VirtualSwitch member = watched.get(i);
      if (member.hasInput(nowNs)) {
        found.add(member);
      }
    }
    boolean any = !found.isEmpty();
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
    for (int i = 0; i < watched.size(); i++) {
      untilNs = Math.min(untilNs, arrivalNs(watched.get(i)));
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
    if (place(added) < 0) {
      engine.charge(Kind.KERNEL, costs.interestNs());
      places[added.number] = watched.size() + 1;
      watched.add(added);
      added.watchedBy(this, true);
      if (waiter != null) {
        wakeEarlier(arrivalNs(added));
      }
    }
  }

  @Override
  public void unwatch(Member member) {
    VirtualSwitch removed = (VirtualSwitch) member;
    int place = place(removed);
    if (place >= 0) {
      engine.charge(Kind.KERNEL, costs.interestNs());
      VirtualSwitch last = watched.remove(watched.size() - 1);
      if (last != removed) {
        watched.set(place, last);
        places[last.number] = place + 1;
      }
      places[removed.number] = 0;
      removed.watchedBy(this, false);
    }
  }

  private int place(VirtualSwitch member) {
    if (member.number >= places.length) {
      places = Arrays.copyOf(places, 2 * member.number + 1);
    }
    return places[member.number] - 1;
  }
}
