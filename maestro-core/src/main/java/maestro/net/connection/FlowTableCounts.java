package maestro.net.connection;

import java.nio.ByteBuffer;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/** How many FLOW_MODs were sent to one switch, and how many flow entries it had. Any thread. */
public final class FlowTableCounts {
  private static final int UNKNOWN = -1;

  /** Volatile order: a worker adds once for the requests of a visit. */
  private final AtomicLong flowMods = new AtomicLong();

  /** Volatile: the entries of applications at the last check, or {@link #UNKNOWN}. */
  private volatile int entries = UNKNOWN;

  /** Counts FLOW_MODs. */
  public void add(int many) {
    flowMods.addAndGet(many);
  }

  /** Counts those among whole messages. */
  public void addIn(byte[] messages) {
    addIn(ByteBuffer.wrap(messages), messages.length);
  }

  /** The same for the first bytes of a buffer. */
  void addIn(ByteBuffer messages, int bytes) {
    int found = 0;
    int at = 0;
    while (at + OpenFlow.HEADER_BYTES <= bytes) {
      found += Header.type(messages, at) == OpenFlow.FLOW_MOD ? 1 : 0;
      at += Math.max(OpenFlow.HEADER_BYTES, Header.length(messages, at));
    }
    if (found > 0) {
      add(found);
    }
  }

  /** The FLOW_MODs since the switch connected. */
  public long flowMods() {
    return flowMods.get();
  }

  /** A check has found, or left, so many flow entries of applications. */
  public void checked(int found) {
    entries = found;
  }

  /** The flow entries of applications at the last complete check; empty before it. */
  public OptionalInt entries() {
    int found = entries;
    return found == UNKNOWN ? OptionalInt.empty() : OptionalInt.of(found);
  }
}
