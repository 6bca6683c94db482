package maestro.emulator.engine.plan;

import java.util.List;
import maestro.emulator.engine.machine.SocketMemory;
import maestro.emulator.scenario.LoadMode;

/**
 * Everything the load engine has to know about a run. Immutable.
 *
 * @param mode when the switches send
 * @param frameBytes of a packet, 60 to 1500
 * @param buffered whether switches keep packets
 * @param limitRequests how many requests of one switch wait for an answer at most; 0 for as many as
 *     its socket takes
 * @param switches in order of their numbers
 * @param probe the switch that measures delay, always by plan; null for none
 * @param neighbours which ports lead to which switches
 * @param times how long each part takes
 * @param threadCount load threads
 * @param coarse whether requests that are due leave once a millisecond, and the threads sleep in
 *     between: for load that shall not cost a processor
 * @param events what happens to ports and connections, in the order of their times
 * @param allSwitches with those that other processes have of the same run
 */
public record LoadPlan(
    LoadMode mode,
    int frameBytes,
    boolean buffered,
    int limitRequests,
    List<SwitchLoad> switches,
    SwitchLoad probe,
    Neighbours neighbours,
    Times times,
    int threadCount,
    boolean coarse,
    List<SwitchEvent> events,
    int allSwitches) {
  /** Whether a controller has work is told by an eighth of what fits into a processor's cache. */
  private static final long CACHE_BYTES = 32 << 20;

  private static final int SERVED_PART = 8;
  private static final int LEAST_SERVED_REQUESTS = 64;
  private static final int MOST_SERVED_REQUESTS = 1024;
  private static final int BYTES_BESIDE_FRAME = 18 + 80;

  public LoadPlan {
    switches = List.copyOf(switches);
    events = List.copyOf(events);
  }

  /** The same, with events. */
  public LoadPlan with(List<SwitchEvent> happening) {
    return with(switches, happening, allSwitches);
  }

  /** The same, as a part of a run with so many switches. */
  public LoadPlan among(int all) {
    return with(switches, events, all);
  }

  /** The same, with other switches in the places of these. */
  public LoadPlan withSwitches(List<SwitchLoad> others) {
    return with(others, events, allSwitches);
  }

  private LoadPlan with(List<SwitchLoad> others, List<SwitchEvent> happening, int all) {
    return new LoadPlan(
        mode,
        frameBytes,
        buffered,
        limitRequests,
        others,
        probe,
        neighbours,
        times,
        threadCount,
        coarse,
        happening,
        all);
  }

  /** A plan whose requests leave when they are due, and in which nothing happens to the network. */
  public LoadPlan(
      LoadMode mode,
      int frameBytes,
      boolean buffered,
      int limitRequests,
      List<SwitchLoad> switches,
      SwitchLoad probe,
      Neighbours neighbours,
      Times times,
      int threadCount) {
    this(
        mode,
        frameBytes,
        buffered,
        limitRequests,
        switches,
        probe,
        neighbours,
        times,
        threadCount,
        false,
        List.of(),
        switches.size());
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

  /** With no more than so many outstanding a switch gives a controller nearly nothing to do. */
  public int servedRequests() {
    if (limitRequests > 0) {
      return limitRequests / SERVED_PART;
    }
    long cached = CACHE_BYTES / (requestBytes() * Math.max(1, switches.size()));
    return (int)
        Math.max(LEAST_SERVED_REQUESTS, Math.min(MOST_SERVED_REQUESTS, cached / SERVED_PART));
  }

  /**
   * So many requests of one switch may wait without harm in the kernel. The machine of the
   * controller holds those of all processes.
   */
  public int kernelRequests() {
    return SocketMemory.requests(allSwitches, requestBytes());
  }

  private long requestBytes() {
    return (long) frameBytes + BYTES_BESIDE_FRAME;
  }
}
