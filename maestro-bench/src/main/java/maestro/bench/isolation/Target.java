package maestro.emulator.attack;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import maestro.emulator.switches.SwitchDescription;

/**
 * The controller that is attacked. Any thread may use it; {@link #random} gives the same numbers
 * only to attacks that use it from one.
 */
public final class Target {
  private static final long FIRST_DATAPATH_ID = 0xbad_0000_0001L;
  private static final int PORTS = 4;

  private final InetSocketAddress controller;
  private final int version;
  private final Random random;
  private final Certificates certificates;
  private final AtomicLong datapathIds = new AtomicLong(FIRST_DATAPATH_ID);

  /**
   * A controller to attack.
   *
   * @param version of OpenFlow on the wire, 1 or 4
   * @param seed of all that is random in an attack
   * @param certificates what it and its switches show; null when it speaks no TLS
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

  /** What the controller and its switches show; only for attacks over TLS. */
  Certificates certificates() {
    return certificates;
  }

  /** A datapath id that no switch of this run has. */
  public long nextDatapathId() {
    return datapathIds.getAndIncrement();
  }

  /** Connects a switch that has said nothing yet, of a datapath id of its own. */
  public RawSwitch connect(Tally tally) throws IOException {
    return connect(nextDatapathId(), tally);
  }

  /** Connects a switch that has said nothing yet. */
  public RawSwitch connect(long datapathId, Tally tally) throws IOException {
    return RawSwitch.connect(
        controller, new SwitchDescription(datapathId, version, PORTS, 0), tally);
  }

  /** Connects a switch and does its handshake. */
  public RawSwitch join(Tally tally) throws IOException {
    RawSwitch joined = connect(tally);
    joined.handshake();
    return joined;
  }
}
