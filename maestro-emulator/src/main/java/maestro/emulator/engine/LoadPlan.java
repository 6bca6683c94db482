package maestro.emulator.engine;

import java.util.List;
import maestro.emulator.scenario.LoadMode;

/**
 * Everything the load engine has to know about a run. Immutable.
 *
 * @param mode when the switches send
 * @param frameBytes of a packet, 60 to 1500
 * @param buffered whether switches keep packets
 * @param windowRequests how many requests of one switch wait for an answer at most; a power of two,
 *     0 lets the engine choose
 * @param switches in order of their numbers
 * @param probe the switch that measures delay, always by plan; null for none
 * @param neighbours which ports lead to which switches
 * @param times how long each part takes
 * @param threadCount load threads
 * @param coarse whether requests that are due leave once a millisecond, and the threads sleep in
 *     between: for load that shall not cost a processor
 */
public record LoadPlan(
    LoadMode mode,
    int frameBytes,
    boolean buffered,
    int windowRequests,
    List<SwitchLoad> switches,
    SwitchLoad probe,
    Neighbours neighbours,
    Times times,
    int threadCount,
    boolean coarse) {
  private static final int MOST_WINDOW_REQUESTS = 8192;
  private static final int LEAST_WINDOW_REQUESTS = 512;
  private static final long CACHE_BYTES = 32 << 20;
  private static final int BYTES_BESIDE_FRAME = 18 + 80;

  /** So many usual windows: few switches that send by plan fill theirs, those that are denied. */
  private static final int PLANNED_WINDOWS = 4;

  private static final int LEAST_PLANNED_REQUESTS = 2048;

  public LoadPlan {
    switches = List.copyOf(switches);
  }

  /** A plan whose requests leave when they are due. */
  public LoadPlan(
      LoadMode mode,
      int frameBytes,
      boolean buffered,
      int windowRequests,
      List<SwitchLoad> switches,
      SwitchLoad probe,
      Neighbours neighbours,
      Times times,
      int threadCount) {
    this(
        mode,
        frameBytes,
        buffered,
        windowRequests,
        switches,
        probe,
        neighbours,
        times,
        threadCount,
        false);
  }

  /**
   * How long each part of a run takes, in nanoseconds.
   *
   * @param setUpLimitNs the controller has this long for the next step of a handshake
   * @param learnLimitNs learning is cut off after this long; 0 leaves it out
   * @param warmUpNs load that is not measured
   * @param measureNs load that is measured
   * @param drainNs after load the run ends when no answer came for this long, and after twenty
   *     times as long anyway
   */
  public record Times(
      long setUpLimitNs, long learnLimitNs, long warmUpNs, long measureNs, long drainNs) {}

  /**
   * The window of one switch. All windows together, with their answers, are to stay about within a
   * processor's cache, else the kernel's copies cost twice as much; and each is to hold more than a
   * controller may read at once, as long as there are not too many switches.
   */
  int window() {
    return windowRequests > 0
        ? Integer.highestOneBit(windowRequests)
        : usualWindow(frameBytes, switches.size());
  }

  /**
   * The window of a switch, which is larger when it sends by plan: who is denied something must
   * never run out of requests that wait, or the emulator would divide the controller's time. All
   * have the same, therefore, but no more than is planned for a second.
   */
  int window(SwitchLoad load) {
    if (windowRequests > 0 || load.rate() == null) {
      return window();
    }
    int planned = Math.max(LEAST_PLANNED_REQUESTS, PLANNED_WINDOWS * window());
    double most = Math.min(Math.min(MOST_WINDOW_REQUESTS, planned), load.rate().most());
    return Math.max(window(), Integer.highestOneBit((int) most));
  }

  /** The window that the engine chooses when nothing is planned. */
  public static int usualWindow(int frameBytes, int switchCount) {
    long requestBytes = (long) frameBytes + BYTES_BESIDE_FRAME;
    long requests = CACHE_BYTES / (requestBytes * Math.max(1, switchCount));
    return Integer.highestOneBit(
        (int) Math.max(LEAST_WINDOW_REQUESTS, Math.min(MOST_WINDOW_REQUESTS, requests)));
  }
}
