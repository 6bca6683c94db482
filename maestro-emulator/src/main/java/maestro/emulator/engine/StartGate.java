package maestro.emulator.engine;

/** Decides when load begins, once this process is ready: with others the start is a common one. */
@FunctionalInterface
public interface StartGate {
  /** It is not known yet. */
  long NOT_YET = Long.MAX_VALUE;

  /** At once, in a moment that every load thread still sees coming. */
  StartGate AT_ONCE = () -> System.nanoTime() + 5_000_000;

  /**
   * When load begins. Asked some fifty times a second from when all threads are ready, on the
   * thread that runs the load, until the answer is not {@link #NOT_YET}.
   *
   * @return a time of {@link System#nanoTime}, or {@link #NOT_YET}
   */
  long startAtNs();
}
