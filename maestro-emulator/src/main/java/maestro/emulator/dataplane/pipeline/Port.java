package maestro.emulator.dataplane.pipeline;

import maestro.emulator.dataplane.PortSpeed;

/** A port of a switch: what the controller has set, whether its link is up, and its counters. */
final class Port {
  /** The queues of each port, numbered from 0. They only count. */
  static final int QUEUES = 8;

  static final int DOWN = 1;
  static final int NO_RECEIVE = 1 << 2;

  /** Only in 1.0. */
  static final int NO_FLOOD = 1 << 4;

  static final int NO_FORWARD = 1 << 5;
  static final int NO_PACKET_IN = 1 << 6;

  final int number;
  final long address;
  final long addedNs;

  long speedKbps = PortSpeed.USUAL_KBPS;
  int config;
  boolean linkDown;

  long receivedFrames;
  long receivedBytes;
  long receivedDropped;
  long sentFrames;
  long sentBytes;
  long sentDropped;

  final long[] queueFrames = new long[QUEUES];
  final long[] queueBytes = new long[QUEUES];

  /**
   * @param address 48 bits
   */
  Port(int number, long address, long nowNs) {
    this.number = number;
    this.address = address;
    this.addedNs = nowNs;
  }

  boolean is(int configBit) {
    return (config & configBit) != 0;
  }

  /** Changes bits of the configuration; returns whether it is another one now. */
  boolean configure(int mask, int bits) {
    int before = config;
    config = (before & ~mask) | (bits & mask);
    return config != before;
  }

  /** Whether frames can pass, as far as link and administrator are concerned. */
  boolean isUp() {
    return !linkDown && !is(DOWN);
  }
}
