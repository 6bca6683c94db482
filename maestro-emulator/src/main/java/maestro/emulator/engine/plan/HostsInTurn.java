package maestro.emulator.engine.plan;

/**
 * Which host talks to which when the hosts of a switch send in turn, each to its partner, and
 * behind which ports they are: what {@link SwitchLoad#portOf} and {@link SwitchLoad#partnerOf} say,
 * without a division for each request.
 *
 * <p>Confined to one thread; allocates nothing.
 */
public final class HostsInTurn {
  private int hostCount;
  private int firstPort;
  private int lastPort;
  private int source;
  private int sourcePort;

  /** Begins with a host of a switch. */
  public void from(SwitchLoad load, int host) {
    hostCount = load.hostCount();
    firstPort = load.firstHostPort();
    lastPort = load.description().portCount();
    source = host;
    sourcePort = load.portOf(host);
  }

  /** Goes on to the next host. */
  public void next() {
    source++;
    sourcePort = sourcePort == lastPort ? firstPort : sourcePort + 1;
    if (source == hostCount) {
      source = 0;
      sourcePort = firstPort;
    }
  }

  /** The host that sends. */
  public int source() {
    return source;
  }

  /** The port that it is behind. */
  public int sourcePort() {
    return sourcePort;
  }

  /** The host that it talks to: its neighbour by number. */
  public int destination() {
    return isBefore() ? source + 1 : source - 1;
  }

  /** The port behind which that one is. */
  public int destinationPort() {
    if (isBefore()) {
      return sourcePort == lastPort ? firstPort : sourcePort + 1;
    }
    return sourcePort == firstPort ? lastPort : sourcePort - 1;
  }

  /** Whether the partner is the next host. An odd last host talks to the one before. */
  private boolean isBefore() {
    return (source & 1) == 0 && source + 1 < hostCount;
  }
}
