package maestro.apps.storm;

/** A storm at one port, from when it was named until it is over. The event thread's. */
final class Storm {
  /** {@link #number} of a storm that no entry bounds. */
  static final int NONE = 0;

  final Excess excess;
  final long beganNs;

  /** That of the entry that bounds it, or {@link #NONE}. */
  int number = NONE;

  /** When that entry was sent. */
  long boundNs;

  /** Whether the entry takes all for many of the port, and not only what most of them are. */
  boolean isWide;

  /** When it was last seen to go on. */
  long busyNs;

  /** The switch is being asked whether it has meters. */
  boolean isAsking;

  /** The switch's meter that bounds it; 0 is none. */
  long meter;

  private long frames;
  private long requestsBefore;
  private long lookedNs;

  Storm(Excess excess, long nowNs) {
    this.excess = excess;
    this.beganNs = nowNs;
    this.busyNs = nowNs;
    this.lookedNs = nowNs;
    this.frames = excess.frames();
    this.requestsBefore = excess.requests();
  }

  Traffic traffic() {
    return excess.traffic();
  }

  /** Frames that did not come as requests. */
  void add(long moreFrames) {
    frames += moreFrames;
  }

  /** How many frames it had so far. */
  long frames() {
    return frames;
  }

  /** Counts the requests since the last time; how many a second they were. */
  long look(long nowNs) {
    long requests = traffic().requests();
    long came = requests - requestsBefore;
    long elapsedNs = Math.max(1, nowNs - lookedNs);
    frames += came;
    requestsBefore = requests;
    lookedNs = nowNs;
    return (long) (came * 1e9 / elapsedNs);
  }
}
