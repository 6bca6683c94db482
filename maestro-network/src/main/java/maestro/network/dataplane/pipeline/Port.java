package maestro.network.dataplane.pipeline;

import maestro.network.dataplane.PortSpeed;

/** A port of a switch: what the controller has set, whether its link is up, and its counters. */
public final class Port {
  /** The queues of each port, numbered from 0. They only count. */
  public static final int QUEUES = 8;

  public static final int DOWN = 1;
  public static final int NO_RECEIVE = 1 << 2;

  /** Only in 1.0. */
  public static final int NO_FLOOD = 1 << 4;

  public static final int NO_FORWARD = 1 << 5;
  public static final int NO_PACKET_IN = 1 << 6;

  public final int number;
  public final long address;
  public final long addedNs;

  long speedKbps = PortSpeed.USUAL_KBPS;
  private int config;
  boolean linkDown;

  long receivedFrames;
  long receivedBytes;
  long receivedDropped;
  long sentFrames;
  long sentBytes;
  long sentDropped;

  public final long[] queueFrames = new long[QUEUES];
  public final long[] queueBytes = new long[QUEUES];

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
  public boolean configure(int mask, int bits) {
    int before = config;
    config = (before & ~mask) | (bits & mask);
    return config != before;
  }

  /** Whether frames can pass, as far as link and administrator are concerned. */
  public boolean isUp() {
    return !linkDown && !is(DOWN);
  }

  public int config() {
    return config;
  }

  public boolean linkDown() {
    return linkDown;
  }

  public long receivedBytes() {
    return receivedBytes;
  }

  public long receivedDropped() {
    return receivedDropped;
  }

  public long receivedFrames() {
    return receivedFrames;
  }

  public long sentBytes() {
    return sentBytes;
  }

  public long sentDropped() {
    return sentDropped;
  }

  public long sentFrames() {
    return sentFrames;
  }

  public long speedKbps() {
    return speedKbps;
  }
}
