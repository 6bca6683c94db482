package maestro.bench.isolation;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import maestro.emulator.switches.SwitchDescription;

/**
 * The attacked controller. Any thread; {@link #random} gives equal numbers only to attacks that use
 * it from one thread.
 */
public final class Target {
  private static final long FIRST_DATAPATH_ID = 0xbad_0000_0001L;
  static final int PORTS = 4;

  private final InetSocketAddress controller;
  private final int version;
  private final Random random;
  private final Certificates certificates;
  private final AtomicLong datapathIds = new AtomicLong(FIRST_DATAPATH_ID);

  /**
   * Makes a target.
   *
   * @param version of OpenFlow on the wire, 1 or 4
   * @param seed the seed of the random numbers of an attack
   * @param certificates its certificates and those of its switches; null without TLS
   */
  public Target(InetSocketAddress controller, int version, long seed, Certificates certificates) {
    this.controller = controller;
    this.version = version;
    this.random = new Random(seed);
    this.certificates = certificates;
  }

  public InetSocketAddress controller() {
    return controller;
  }

  /** The OpenFlow version that the good switch speaks, and the attack with it; 1 or 4. */
  public int version() {
    return version;
  }

  public Random random() {
    return random;
  }

  /** The certificates of the controller and its switches; only for attacks over TLS. */
  Certificates certificates() {
    return certificates;
  }

  /** A new datapath id, which no other switch of this run has. */
  public long nextDatapathId() {
    return datapathIds.getAndIncrement();
  }

  /** Connects a switch with a new datapath id; it sends nothing. */
  public RawSwitch connect(AttackCounts counts) throws IOException {
    return connect(nextDatapathId(), counts);
  }

  /** Connects a switch; it sends nothing. */
  public RawSwitch connect(long datapathId, AttackCounts counts) throws IOException {
    return RawSwitch.connect(
        controller, new SwitchDescription(datapathId, version, PORTS, 0), counts);
  }

  /** Connects a switch and does its handshake. */
  public RawSwitch join(AttackCounts counts) throws IOException {
    RawSwitch joined = connect(counts);
    joined.handshake();
    return joined;
  }
}
