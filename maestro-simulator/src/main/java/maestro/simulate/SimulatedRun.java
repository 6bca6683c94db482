package maestro.simulate;

import maestro.emulator.report.DelaySummary;
import maestro.emulator.report.RunResult.Spread;

/**
 * The result of one simulated run. Immutable.
 *
 * @param strategy its name
 * @param workers how many
 * @param throughputRequestsPerSecond answers in measured time, without those to the probing switch
 * @param refusedRequestsPerSecond requests that a full socket kept from leaving, when the plan is
 *     not made up for
 * @param deviation over switches, from the max-min fair share; 0.01 is one per cent more
 * @param filledOnce the same from shares of one water filling over all of measured time
 * @param worstWindow the same in the window of 100 ms where some switch deviates most
 * @param jain Jain's index on got ÷ fair share; 1 is fair
 * @param probing delay of the probing switch
 * @param workerBusy part of measured time that workers worked, mean
 * @param helperBusy the same of the strategy's own thread that worked most; 0 without one
 * @param kernelNs time in system calls, for a request, of all threads
 * @param stageNs time in the controller's own code, for a request
 * @param memoryNs time for memory that other cores have written, for a request
 */
public record SimulatedRun(
    String strategy,
    int workers,
    double throughputRequestsPerSecond,
    double refusedRequestsPerSecond,
    Spread deviation,
    Spread filledOnce,
    Spread worstWindow,
    double jain,
    DelaySummary probing,
    double workerBusy,
    double helperBusy,
    double kernelNs,
    double stageNs,
    double memoryNs) {}
