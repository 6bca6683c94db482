package maestro.network.fabric;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import maestro.network.plan.NetworkPlan;

/** Counts frames that pass a switch twice, and names the first of them. Confined to one thread. */
public final class LoopWatch {
  private static final int MOST_NAMED = 5;

  private final NetworkPlan plan;
  private final List<String> named = new ArrayList<>();
  private long loopCount;
  private long stoppedCount;

  public LoopWatch(NetworkPlan plan) {
    this.plan = plan;
  }

  /** A frame arrives at a switch that it has passed. */
  void passedTwice(int switchIndex, ByteBuffer frame) {
    loopCount++;
    if (named.size() < MOST_NAMED) {
      named.add("switch " + plan.switchName(switchIndex) + ": " + describe(frame));
    }
  }

  /** A frame was dropped: a way as long as its own has a loop. */
  void stopped() {
    stoppedCount++;
  }

  public long loopCount() {
    return loopCount;
  }

  public long stoppedCount() {
    return stoppedCount;
  }

  /** The first frames, each with the switch. */
  public List<String> named() {
    return List.copyOf(named);
  }

  private static String describe(ByteBuffer b) {
    return String.format(
        Locale.ROOT,
        "frame %s > %s of type 0x%04x",
        address(b.getLong(6) >>> 16),
        address(b.getLong(0) >>> 16),
        b.getShort(12) & 0xffff);
  }

  /** An Ethernet address as people write it. */
  public static String address(long address) {
    StringBuilder text = new StringBuilder();
    for (int shift = 40; shift >= 0; shift -= 8) {
      text.append(shift == 40 ? "" : ":");
      text.append(String.format(Locale.ROOT, "%02x", address >>> shift & 0xff));
    }
    return text.toString();
  }
}
