package maestro.network.dataplane.table;

import java.util.concurrent.TimeUnit;
import maestro.network.dataplane.FrameInput;
import maestro.network.dataplane.packet.Field;
import maestro.network.dataplane.packet.FieldEdits;
import maestro.network.dataplane.packet.Packet;

/**
 * A meter: it measures the rate of packets and treats those that exceed it. Confined to one thread;
 * treating a packet allocates nothing.
 *
 * <p>Each band is a token bucket that fills at the band's rate and holds its burst, or what comes
 * in {@link #USUAL_BURST_NS}. A packet takes its bits, or one packet, from each bucket that has
 * them. Of the bands that have not, the one of the highest rate treats the packet.
 */
public final class Meter {
  public static final int KBPS = 1;
  public static final int PACKETS = 2;
  public static final int BURST = 4;
  static final int STATISTICS = 8;

  public static final int DROP = 1;
  public static final int REMARK = 2;

  private static final long USUAL_BURST_NS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long NS_PER_S = TimeUnit.SECONDS.toNanos(1);
  private static final int BITS_PER_KILOBIT = 1000;
  private static final int LAST_PRECEDENCE = 3;

  public final int id;
  private int flags;
  private Band[] bands = new Band[0];

  /** The bands as on the wire. */
  private byte[] bandBytes = new byte[0];

  public final long addedNs;
  private long frames;
  private long bytes;

  /** A band with its counters. */
  public static final class Band {
    final int type;
    final int precedence;

    /** Bits or packets in a second. */
    final double rate;

    final double most;
    double tokens;
    long filledNs;
    private long frames;
    private long bytes;

    /**
     * @param rate in kilobits or packets a second
     * @param burst in kilobits or packets; 0 for the usual one
     */
    public Band(int type, int precedence, long rate, long burst, boolean packets, long nowNs) {
      int unit = packets ? 1 : BITS_PER_KILOBIT;
      this.type = type;
      this.precedence = precedence;
      this.rate = (double) rate * unit;
      double usual = this.rate * USUAL_BURST_NS / NS_PER_S;
      double whole = packets ? 1 : Byte.SIZE * FrameInput.MOST_FRAME_BYTES;
      this.most = Math.max(whole, burst == 0 ? usual : (double) burst * unit);
      this.tokens = most;
      this.filledNs = nowNs;
    }

    private boolean isExceeded(double needed, long nowNs) {
      tokens = Math.min(most, tokens + rate * (nowNs - filledNs) / NS_PER_S);
      filledNs = nowNs;
      if (tokens < needed) {
        return true;
      }
      tokens -= needed;
      return false;
    }

    public long bytes() {
      return bytes;
    }

    public long frames() {
      return frames;
    }
  }

  /** A meter without bands. */
  public Meter(int id, long addedNs) {
    this.id = id;
    this.addedNs = addedNs;
  }

  /** Has other bands from now on; it takes the arrays over. */
  public void configure(int newFlags, Band[] newBands, byte[] newBandBytes) {
    flags = newFlags;
    bands = newBands;
    bandBytes = newBandBytes;
  }

  /** Counts and treats a packet. Returns false when it is dropped. */
  public boolean passes(Packet p, FieldEdits edits, long nowNs) {
    int lengthBytes = p.lengthBytes();
    frames++;
    bytes += lengthBytes;
    double needed = (flags & PACKETS) != 0 ? 1 : (double) Byte.SIZE * lengthBytes;
    Band applied = null;
    for (Band band : bands) {
      if (band.isExceeded(needed, nowNs) && (applied == null || band.rate > applied.rate)) {
        applied = band;
      }
    }
    if (applied == null) {
      return true;
    }
    applied.frames++;
    applied.bytes += lengthBytes;
    if (applied.type == DROP) {
      return false;
    }
    remark(p, edits, applied.precedence);
    return true;
  }

  /** Raises the drop precedence of assured forwarding (RFC 2597); leaves other packets alone. */
  private static void remark(Packet p, FieldEdits edits, int by) {
    p.refresh();
    long dscp = p.get(Field.IP_DSCP);
    long classNumber = dscp >>> 3;
    long precedence = dscp >>> 1 & LAST_PRECEDENCE;
    boolean assured = classNumber >= 1 && classNumber <= 4 && precedence != 0 && (dscp & 1) == 0;
    if (assured) {
      long raised = Math.min(LAST_PRECEDENCE, precedence + by);
      edits.set(p, Field.IP_DSCP, classNumber << 3 | raised << 1, 0);
    }
  }

  public byte[] bandBytes() {
    return bandBytes;
  }

  public Band[] bands() {
    return bands;
  }

  public long bytes() {
    return bytes;
  }

  public int flags() {
    return flags;
  }

  public long frames() {
    return frames;
  }
}
