package maestro.network.dataplane.packet;

import maestro.network.dataplane.FrameBurst;

/** Scratch for packets that are treated together: what is known of each. Reused. */
public final class PacketBurst {
  public final Packet[] packets = new Packet[FrameBurst.MOST_FRAMES];

  /** Of the keys. */
  public final long[] hashes = new long[FrameBurst.MOST_FRAMES];

  /** The rows that may have the keys. */
  public final int[] candidates = new int[FrameBurst.MOST_FRAMES];
}
