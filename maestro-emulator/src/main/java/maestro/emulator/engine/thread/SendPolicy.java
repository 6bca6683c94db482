package maestro.emulator.engine.thread;

import java.io.IOException;
import maestro.emulator.engine.connection.LoadSwitch;

/**
 * Decides when the switches of one load thread send requests. One implementation for each {@link
 * maestro.emulator.scenario.LoadMode}. The probing switch is no part of it; see {@link
 * ProbingSwitch}.
 *
 * <p>Confined to one load thread, which calls it only while there is load. Allocates nothing after
 * {@link #begin}.
 */
interface SendPolicy {
  /**
   * Load begins.
   *
   * @param switches of this thread, the probing switch included
   */
  void begin(LoadSwitch[] switches, long nowNs);

  /** Sends what the answers to a switch, or the end of a wait, allow. */
  void refill(LoadSwitch sw, long nowNs) throws IOException, ControllerFailure;

  /** The socket of a switch has room again. */
  void unblocked(LoadSwitch sw, long nowNs) throws IOException;

  /** Sends all that may leave now, once each cycle. Returns how many requests. */
  int sendDue(long nowNs) throws IOException, ControllerFailure;

  /** Sends what is due by plan in the middle of a cycle, after a socket was served. */
  void sendBetween(long nowNs) throws IOException, ControllerFailure;

  /** How many requests of one switch may wait at present, whatever its socket holds. */
  int boundRequests();

  /** The next planned time of any switch; {@link Long#MAX_VALUE} without a plan. */
  long nextDueNs();

  /** The policy for the mode of a run. */
  static SendPolicy of(
      RunContext run, RequestSender sender, ProbingSwitch probe, LightSwitches lights) {
    return switch (run.settings().mode()) {
      case MAX -> new MaxPolicy(run, sender, probe);
      case PING_PONG -> new PingPongPolicy(run.clock(), sender);
      case RATE -> new RatePolicy(run.time(), sender, probe, lights);
    };
  }
}
