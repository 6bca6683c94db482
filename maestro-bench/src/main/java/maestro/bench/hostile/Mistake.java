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
  HOLD_FOR_EVER,
  HOLD_AND_ANSWER,
  ANSWER_TWICE_WHAT_IS_HELD,
  KEEP_FOR_A_THREAD,
  USE_WHAT_WAS_KEPT,
  STEAL_THE_BATCH,
  SKIP_IN_THE_BATCH,
  LOCK_THE_OUTPUT,
  ALLOCATE,
  NO_SUCH_PORT,
  TOO_MANY_PORTS,
  NO_OPTIONS,
  NO_ACTIONS,
  NO_ACTIONS_BEFORE,
  NO_REQUEST,
  TOO_LONG_A_REPLY,
  NO_SUCH_SWITCH,
  NO_SUCH_GROUP,
  SEND_TO_NO_PORT,
  READ_BEYOND_THE_FRAME,
  REMOVE_ALL,
  WAIT_FOR_AN_ANSWER,
  WAIT_ON_THE_EVENT_THREAD,
  THROW_ON_THE_EVENT_THREAD,
  THROW_IN_A_TIMER,
  EXIT_ON_THE_EVENT_THREAD,
  INTERRUPT_THE_EVENT_THREAD,
  USE_ON_THE_EVENT_THREAD,
  SLEEP_ON_THE_EVENT_THREAD,
  THROW_FROM_A_CALLBACK,
  FLOOD_WITH_TASKS,
  FLOOD_WITH_EVENTS,
  PUBLISH_ANOTHER_TYPE,
  DECLARE_TOO_LATE,
  STORE_TOO_MUCH,
  START_THREADS,
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
