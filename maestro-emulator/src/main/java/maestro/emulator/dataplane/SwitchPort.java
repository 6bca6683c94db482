package maestro.emulator.dataplane;

/** A port of a switch: what the controller has set, whether its link is up, and its counters. */
final class SwitchPort {
  /** The queues of each port, numbered from 0. They only count. */
  static final int QUEUES = 8;

  static final int DOWN = 1;
  static final int NO_RECEIVE = 1 << 2;
  static final int NO_FLOOD = 1 << 4;
  static final int NO_FORWARD = 1 << 5;
  static final int NO_PACKET_IN = 1 << 6;

  /** The bits of the configuration that are kept; there is no spanning tree protocol. */
  static final int CONFIG_BITS = DOWN | NO_RECEIVE | NO_FLOOD | NO_FORWARD | NO_PACKET_IN;

  final int number;
  final long address;

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
  SwitchPort(int number, long address) {
    this.number = number;
    this.address = address;
  }

  boolean is(int configBit) {
    return (config & configBit) != 0;
  }

  /** Whether frames can pass, as far as link and administrator are concerned. */
  boolean isUp() {
    return !linkDown && !is(DOWN);
  }
}
