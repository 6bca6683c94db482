package maestro.net.connection;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What one connection was served, by trigger. Each number only grows.
 *
 * <p>Threads: {@link #add} is for the holder of the claim; or all writers call {@link
 * #addTogether}. Any thread reads, in opaque order.
 */
public final class ServedCounts {
  private static final VarHandle FLOW_REQUESTS;
  private static final VarHandle LLDP_FRAMES;

  static {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    try {
      FLOW_REQUESTS = lookup.findVarHandle(ServedCounts.class, "flowRequests", long.class);
      LLDP_FRAMES = lookup.findVarHandle(ServedCounts.class, "lldpFrames", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private long flowRequests;
  private long lldpFrames;

  /** Counts what a batch has served of the connection. The holder of the claim only. */
  public void add(int requests, int frames) {
    FLOW_REQUESTS.setOpaque(this, flowRequests + requests);
    LLDP_FRAMES.setOpaque(this, lldpFrames + frames);
  }

  /** The same when several workers serve the switch at once. */
  public void addTogether(int requests, int frames) {
    long unused = (long) FLOW_REQUESTS.getAndAdd(this, (long) requests);
    unused = (long) LLDP_FRAMES.getAndAdd(this, (long) frames);
  }

  /** PACKET_INs over which a sequence was run. */
  public long flowRequests() {
    return (long) FLOW_REQUESTS.getOpaque(this);
  }

  /** PACKET_INs with LLDP or BDDP frames, which became events. */
  public long lldpFrames() {
    return (long) LLDP_FRAMES.getOpaque(this);
  }
}
