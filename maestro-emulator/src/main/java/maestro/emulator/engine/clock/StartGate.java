package maestro.emulator.engine.clock;

/** Decides when load begins. Processes that share a load start together. */
@FunctionalInterface
public interface StartGate {
  /** The start is not known yet. */
  long NOT_YET = Long.MAX_VALUE;

  /** At once: in 5 ms, which every load thread still sees ahead. */
  StartGate AT_ONCE = () -> System.nanoTime() + 5_000_000;

  /**
   * When load begins. The thread that runs the load asks some fifty times a second, from when all
   * its load threads are ready until the answer is not {@link #NOT_YET}.
   *
   * @return a time of {@link System#nanoTime}, or {@link #NOT_YET}
   */
  long startAtNs();
}
