package maestro.apps.learning;

import java.util.function.Supplier;
import maestro.api.FlowEntry;
import maestro.api.SwitchInfo;
import maestro.apps.places.SentEntries;
import maestro.apps.ports.PhysicalPorts;
import maestro.apps.vlan.SwitchVlans;

/**
 * What a learning switch knows of one switch. When other ports were closed, its hosts are forgotten
 * with the next look at them.
 *
 * <p>Any thread. Allocates only then.
 */
final class KnownSwitch implements SentEntries.Basis {
  private final SwitchInfo info;
  private final Supplier<LearnedHosts> newTable;
  private final PhysicalPorts ports;
  private final SwitchVlans vlans;
  private final LoopGuard loops;
  private volatile Learned learned;

  /** What holds as long as the same ports are closed. */
  private static final class Learned {
    final ClosedPorts closed;
    final int[] closedHere;
    final LearnedHosts hosts;

    Learned(ClosedPorts closed, int[] closedHere, LearnedHosts hosts) {
      this.closed = closed;
      this.closedHere = closedHere;
      this.hosts = hosts;
    }
  }

  /** Makes the state of a switch that has just joined. */
  KnownSwitch(
      SwitchInfo info,
      Supplier<LearnedHosts> newTable,
      PhysicalPorts ports,
      SwitchVlans vlans,
      LoopGuard loops) {
    this.info = info;
    this.newTable = newTable;
    this.ports = ports;
    this.vlans = vlans;
    this.loops = loops;
    this.learned = learn(loops.closed());
  }

  private Learned learn(ClosedPorts closed) {
    int[] closedHere = closed.of(info.datapathId());
    vlans.close(closedHere);
    return new Learned(closed, closedHere, newTable.get());
  }

  private Learned now() {
    Learned now = learned;
    return now.closed == loops.closed() ? now : learnAnew();
  }

  private synchronized Learned learnAnew() {
    ClosedPorts closed = loops.closed();
    if (learned.closed != closed) {
      learned = learn(closed);
    }
    return learned;
  }

  @Override
  public SwitchInfo info() {
    return info;
  }

  /** The hosts; others when other ports were closed. */
  LearnedHosts hosts() {
    return now().hosts;
  }

  PhysicalPorts ports() {
    return ports;
  }

  @Override
  public SwitchVlans vlans() {
    return vlans;
  }

  @Override
  public int portOf(long host, long nowNs) {
    return hosts().portOf(host, nowNs);
  }

  /** Whether a port is closed. */
  boolean isClosed(int number) {
    for (int each : now().closedHere) {
      if (each == number) {
        return true;
      }
    }
    return false;
  }

  /** Whether an entry may be from before the ports were closed that are now. */
  boolean isFromBefore(FlowEntry entry) {
    return now().closed.isAfter(entry);
  }
}
