package maestro.simulate;

import java.util.ArrayList;
import java.util.List;
import maestro.simulate.costs.Costs;

/**
 * An emulator's load thread that shares the controller's cores: requests reach the sockets when it
 * has sent them.
 */
final class SimulatedLoadThread extends Engine.Actor {
  private static final long LOOK_NS = 20_000;

  private final Engine engine;
  private final Costs.Load costs;
  private final int mostAtOnce;
  private final List<Fed> all = new ArrayList<>();
  private int next;

  /**
   * A thread without switches yet.
   *
   * @param mostAtOnce requests of one write
   */
  SimulatedLoadThread(Engine engine, Costs.Load costs, int mostAtOnce) {
    this.engine = engine;
    this.costs = costs;
    this.mostAtOnce = mostAtOnce;
  }

  /** The same requests, at the times when this thread sends them. */
  Fed feed(Source source) {
    Fed fed = new Fed(source);
    all.add(fed);
    return fed;
  }

  /** Goes to the next switch with planned requests, and sends as many as one write takes. */
  @Override
  void step() {
    long nowNs = engine.nowNs();
    for (int i = 0; i < all.size(); i++) {
      Fed fed = all.get(next);
      next = (next + 1) % all.size();
      long due = Math.min(mostAtOnce, fed.source.arrivedBy(nowNs) - fed.sent);
      if (due > 0) {
        engine.charge(Engine.Kind.WAIT, costs.callNs() + due * costs.requestNs());
        fed.send(due, engine.nowNs());
        return;
      }
    }
    engine.block(nowNs + LOOK_NS, () -> {});
  }

  /** The requests that this thread sends for one switch. */
  static final class Fed implements Source {
    private final Source source;
    private final WindowSource socket = new WindowSource(0);
    private VirtualSwitch member;
    private long sent;

    private Fed(Source source) {
      this.source = source;
    }

    /** The switch whose requests these are. */
    void of(VirtualSwitch itsSwitch) {
      member = itsSwitch;
    }

    private void send(long count, long atNs) {
      sent += count;
      socket.answered(count, atNs);
      member.mayHaveInput();
    }

    @Override
    public long arrivedBy(long ns) {
      return socket.arrivedBy(ns);
    }

    @Override
    public long nextNs() {
      return socket.nextNs();
    }

    @Override
    public void answered(long count, long ns) {
      source.answered(count, ns);
    }
  }
}
