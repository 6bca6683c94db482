package maestro.emulator.dataplane.pipeline;

/** One of the choices of a group, with its counters. Confined to one thread. */
final class Bucket {
  /** Of {@code watchPort} and {@code watchGroup}: none. */
  static final int NOBODY = 0xffffffff;

  final int weight;
  final int watchPort;
  final int watchGroup;

  /** In the order of an action set. */
  final Program actions;

  long frames;
  long bytes;

  Bucket(int weight, int watchPort, int watchGroup, Program actions) {
    this.weight = weight;
    this.watchPort = watchPort;
    this.watchGroup = watchGroup;
    this.actions = actions;
  }

  boolean watches() {
    return watchPort != NOBODY || watchGroup != NOBODY;
  }

  void count(int lengthBytes) {
    frames++;
    bytes += lengthBytes;
  }
}
