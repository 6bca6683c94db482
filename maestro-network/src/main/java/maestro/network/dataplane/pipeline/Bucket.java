package maestro.network.dataplane.pipeline;

import maestro.network.dataplane.packet.Program;

/** One of the choices of a group, with its counters. Confined to one thread. */
public final class Bucket {
  /** Of {@code watchPort} and {@code watchGroup}: none. */
  public static final int NOBODY = 0xffffffff;

  final int weight;
  final int watchPort;
  final int watchGroup;

  /** In the order of an action set. */
  final Program actions;

  public long frames;
  public long bytes;

  public Bucket(int weight, int watchPort, int watchGroup, Program actions) {
    this.weight = weight;
    this.watchPort = watchPort;
    this.watchGroup = watchGroup;
    this.actions = actions;
  }

  public boolean watches() {
    return watchPort != NOBODY || watchGroup != NOBODY;
  }

  void count(int lengthBytes) {
    frames++;
    bytes += lengthBytes;
  }
}
