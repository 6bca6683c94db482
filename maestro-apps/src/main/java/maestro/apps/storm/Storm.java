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

  /** Until then, related frames may have been too many that the entry does not take. */
  long goesOnNs;

  /** Whether the last entry took no more than is allowed. */
  boolean isQuiet;

  /** Whether another storm of the port stands for it in the log, and counts its frames. */
  boolean isBeside;

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
    this.goesOnNs = nowNs;
    this.checkedNs = nowNs;
    this.frames = excess.frames();
    this.requestsBefore = excess.requests();
    busy(nowNs);
  }

  /** Notes that the rate is above the limit. */
  void busy(long nowNs) {
    busyNs = nowNs;
    isQuiet = false;
  }

  PortTraffic traffic() {
    return excess.traffic();
  }

  Port port() {
    return new Port(traffic().datapathId(), traffic().port());
  }

  /** Whether an excess of the port is a part of the storm. */
  boolean takes(Excess other) {
    return isWide ? other.traffic() == traffic() : excess.isHere(other);
  }

  /** Whether an excess is about the same port, or the same frames at another one. */
  boolean isRelatedTo(Excess other) {
    return other.traffic() == traffic() || excess.isElsewhere(other);
  }

  boolean isRelatedTo(Storm other) {
    return isRelatedTo(other.excess);
  }

  /** Whether it is over as far as is known of it alone. */
  boolean isOver(long nowNs) {
    return isQuiet && goesOnNs - nowNs <= 0;
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
    frames += isBeside ? 0 : came;
    requestsBefore = requests;
    checkedNs = nowNs;
    return (long) (came * 1e9 / elapsedNs);
  }
}
