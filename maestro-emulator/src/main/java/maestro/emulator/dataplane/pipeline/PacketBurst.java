package maestro.emulator.dataplane.pipeline;

import maestro.emulator.dataplane.FrameBurst;

/** Scratch for packets that are treated together: what is known of each. Reused. */
final class PacketBurst {
  final Packet[] packets = new Packet[FrameBurst.MOST_FRAMES];

  /** Of the keys. */
  final long[] hashes = new long[FrameBurst.MOST_FRAMES];

  /** The rows that may have the keys. */
  final int[] candidates = new int[FrameBurst.MOST_FRAMES];
}
