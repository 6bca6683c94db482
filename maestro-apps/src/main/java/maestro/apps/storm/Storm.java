package maestro.apps.storm;

import maestro.api.topology.Topology.Port;

/** A storm at one port, from its first log line until it is over. Confined to the event thread. */
final class Storm {
  /** The {@link #number} of a storm that no entry bounds. */
  static final int NONE = 0;

  final Excess excess;
  final long beganNs;

  /** The number of the entry that bounds the storm, or {@link #NONE}. */
  int number = NONE;

  /** The time at which that entry was sent. */
  long boundNs;

  /** Whether the entry takes all frames to many of the port, and not only the majority's. */
  boolean isWide;

  /** The last time at which the rate was above the limit. */
  long busyNs;

  /** Whether a request to the switch for its meters is under way. */
  boolean isAsking;

  /** Whether the log has named the port. */
  boolean isNamed;

  /** What probes have told of the port; null when they were not asked for. */
  PortCheck check;

  /** How often it has changed, for the log, whether the port leads to a switch. */
  long changes;

  /** The switch's meter that bounds the storm; 0 is none. */
  long meter;

  private long frames;
  private long requestsBefore;
  private long checkedNs;

  Storm(Excess excess, long nowNs) {
    this.excess = excess;
    this.beganNs = nowNs;
    this.busyNs = nowNs;
    this.checkedNs = nowNs;
    this.frames = excess.frames();
    this.requestsBefore = excess.requests();
  }

  PortTraffic traffic() {
    return excess.traffic();
  }

  Port port() {
    return new Port(traffic().datapathId(), traffic().port());
  }

  /** Whether probes have told that the port leads so. */
  boolean leadsTo(PortCheck.Lead lead) {
    return check != null && check.lead == lead;
  }

  /** Adds frames that did not come as requests. */
  void add(long moreFrames) {
    frames += moreFrames;
  }

  /** The number of frames of the storm so far. */
  long frames() {
    return frames;
  }

  /**
   * Counts the requests since the last call.
   *
   * @return their rate in requests a second
   */
  long check(long nowNs) {
    long requests = traffic().requests();
    long came = requests - requestsBefore;
    long elapsedNs = Math.max(1, nowNs - checkedNs);
    frames += came;
    requestsBefore = requests;
    checkedNs = nowNs;
    return (long) (came * 1e9 / elapsedNs);
  }
}
