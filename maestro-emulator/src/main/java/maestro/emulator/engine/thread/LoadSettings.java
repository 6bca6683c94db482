package maestro.emulator.engine.thread;

import maestro.emulator.engine.plan.LoadPlan;
import maestro.emulator.scenario.LoadMode;

/**
 * What holds for all switches of a run. Immutable.
 *
 * @param mode when they send
 * @param frameBytes of a packet, 60 to 1500
 * @param buffered whether switches keep packets
 * @param limitRequests how many requests of one switch wait at most; {@link Integer#MAX_VALUE} for
 *     as many as its socket takes
 * @param kernelRequests so many requests of one switch may wait without harm in the kernel
 * @param servedRequests a switch with no more than so many outstanding gives a controller nearly
 *     nothing to do
 * @param setUpLimitNs the controller has this long for the next step of a handshake
 * @param learnLimitNs learning is cut off after this long; 0 leaves it out
 * @param coarse whether an idle thread always sleeps for a millisecond
 */
public record LoadSettings(
    LoadMode mode,
    int frameBytes,
    boolean buffered,
    int limitRequests,
    int kernelRequests,
    int servedRequests,
    long setUpLimitNs,
    long learnLimitNs,
    boolean coarse) {
  public static LoadSettings of(LoadPlan plan) {
    return new LoadSettings(
        plan.mode(),
        plan.frameBytes(),
        plan.buffered(),
        plan.limitRequests() == 0 ? Integer.MAX_VALUE : plan.limitRequests(),
        plan.kernelRequests(),
        plan.servedRequests(),
        plan.times().setUpLimitNs(),
        plan.times().learnLimitNs(),
        plan.coarse());
  }
}
