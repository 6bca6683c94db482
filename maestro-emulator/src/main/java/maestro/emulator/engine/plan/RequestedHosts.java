package maestro.emulator.engine.plan;

import maestro.emulator.switches.HostAddresses;

/**
 * Which host talks to which in a request of one switch, by sequence number: hosts send in turn,
 * from the first one on, each to its partner. So nothing has to be kept of a request, and answers
 * in order need no division. Also for which of them the controller has written a flow entry, and
 * for which since their last packet.
 *
 * <p>Confined to one thread; allocates nothing.
 */
public final class RequestedHosts {
  private final SwitchLoad load;

  /** A bit for each host: its packets have an entry that leads to their destination. */
  private final long[] withEntry;

  /** The same, by a FLOW_MOD beside the answer to a packet that has not come yet. */
  private final long[] beside;

  private long firstSequence;
  private long sequence;
  private int source;
  private int sourcePort;

  public RequestedHosts(SwitchLoad load) {
    this.load = load;
    this.withEntry = new long[(load.hostCount() + Long.SIZE - 1) / Long.SIZE];
    this.beside = new long[withEntry.length];
    this.sourcePort = load.portOf(0);
  }

  /** The request with this number is the first host's. */
  public void startAt(long first) {
    firstSequence = first;
    sequence = first;
    source = 0;
    sourcePort = load.portOf(0);
  }

  /** What follows is about this request, which is not before the first. */
  public void of(long wanted) {
    if (wanted == sequence) {
      return;
    }
    if (wanted == sequence + 1) {
      source++;
      sourcePort++;
      if (source == load.hostCount()) {
        source = 0;
        sourcePort = load.firstHostPort();
      } else if (sourcePort > load.description().portCount()) {
        sourcePort = load.firstHostPort();
      }
    } else {
      source = (int) ((wanted - firstSequence) % load.hostCount());
      sourcePort = load.portOf(source);
    }
    sequence = wanted;
  }

  /** What follows is about a request of this host. */
  public void from(int host) {
    of(firstSequence + host);
  }

  /** The host that sent the packet, from 0 at each switch. */
  public int source() {
    return source;
  }

  /** The port that it is behind. */
  public int sourcePort() {
    return sourcePort;
  }

  /** The host that the packet is for. */
  public int destination() {
    return load.partnerOf(source);
  }

  /** The number of the source among all hosts of the run. */
  public long sourceNumber() {
    return load.firstHost() + source;
  }

  /** The number of the destination among all hosts of the run. */
  public long destinationNumber() {
    return load.firstHost() + destination();
  }

  /** The host with an address, −1 when it is not behind this switch. */
  public int hostOf(long ethAddress) {
    long host = ethAddress - HostAddresses.FIRST - load.firstHost();
    return host >= 0 && host < load.hostCount() ? (int) host : -1;
  }

  /** The controller has written an entry that leads the packets of this host to their port. */
  public void writeEntry(int host) {
    withEntry[host / Long.SIZE] |= 1L << host;
  }

  /** The same, by a FLOW_MOD that answers nothing itself. */
  public void writeEntryBeside(int host) {
    writeEntry(host);
    beside[host / Long.SIZE] |= 1L << host;
  }

  /** The same for the packets of all hosts that talk to this one: its partner, and an odd last. */
  public void writeEntriesBesideTo(int host) {
    writeEntryBeside(load.partnerOf(host));
    int last = load.hostCount() - 1;
    if (load.partnerOf(last) == host) {
      writeEntryBeside(last);
    }
  }

  /** Whether an entry was written beside, since this was asked last about the source. */
  public boolean takeEntryBeside() {
    long bit = 1L << source;
    boolean isThere = (beside[source / Long.SIZE] & bit) != 0;
    beside[source / Long.SIZE] &= ~bit;
    return isThere;
  }

  /** Whether there is one for the packet. */
  public boolean hasEntry() {
    return (withEntry[source / Long.SIZE] & 1L << source) != 0;
  }
}
