package maestro.bench.hostile;

/** A mistake that a batch stage makes with one request, by the source address of its packet. */
public enum Mistake {
  THROW,
  THROW_AN_ERROR,
  RECURSE,
  MISS_A_CLASS,
  EXIT,
  INTERRUPT,
  ANSWER_FIVE_TIMES,
  KEEP_FOR_A_THREAD,
  USE_WHAT_WAS_KEPT,
  STEAL_THE_BATCH,
  ALLOCATE,
  NO_SUCH_PORT,
  TOO_MANY_PORTS,
  NO_OPTIONS,
  NO_ACTIONS,
  TOO_LONG_A_REPLY,
  NO_SUCH_SWITCH,
  SEND_TO_NO_PORT,
  READ_BEYOND_THE_FRAME,
  REMOVE_ALL,
  WAIT_FOR_AN_ANSWER,
  WAIT_ON_THE_EVENT_THREAD,
  THROW_FROM_A_CALLBACK,
  FLOOD_WITH_TASKS,
  PUBLISH_ANOTHER_TYPE,
  DECLARE_TOO_LATE,
  LOG,
  SLEEP;

  /** Above the numbers of all other hosts. */
  private static final int FIRST_HOST = 0x6600_0000;

  private static final Mistake[] ALL = values();

  /** The number of the host whose packets cause it. */
  public int host() {
    for (int i = 0; i < ALL.length; i++) {
      if (ALL[i] == this) {
        return FIRST_HOST + i;
      }
    }
    throw new IllegalStateException("all are there");
  }

  /** The mistake that a packet of this source address causes; null for none. */
  static Mistake of(long ethSrc) {
    int number = (int) ethSrc - FIRST_HOST;
    return number >= 0 && number < ALL.length ? ALL[number] : null;
  }
}
