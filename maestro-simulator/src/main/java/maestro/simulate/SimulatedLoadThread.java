package maestro.simulate;

import java.util.ArrayList;
import java.util.List;

/**
 * An emulator's load thread that shares the controller's cores: requests reach the sockets only
 * when it has had time to send them.
 */
final class LoadThread extends Engine.Actor {
  private static final long LOOK_NS = 20_000;

  private final Engine engine;
  private final Costs.Load costs;
  private final List<Fed> all = new ArrayList<>();
  private int next;

  LoadThread(Engine engine, Costs.Load costs) {
    this.engine = engine;
    this.costs = costs;
  }

  /** The same requests, once this thread has sent them. */
  Fed feed(Source source) {
    Fed fed = new Fed(source);
    all.add(fed);
    return fed;
  }

  /** Goes on to the next switch that has something to send, and sends all of it. */
  @Override
  void step() {
    long nowNs = engine.nowNs();
    for (int i = 0; i < all.size(); i++) {
      Fed fed = all.get(next);
      next = (next + 1) % all.size();
      long due = fed.source.arrivedBy(nowNs) - fed.sent;
      if (due > 0) {
        engine.charge(Engine.Kind.WAIT, costs.callNs() + due * costs.requestNs());
        fed.send(due, engine.nowNs());
        return;
      }
    }
    engine.block(nowNs + LOOK_NS, () -> {});
  }

  /** What this thread sends for one switch. */
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
