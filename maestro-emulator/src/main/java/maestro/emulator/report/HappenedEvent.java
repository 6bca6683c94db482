package maestro.emulator.report;

/**
 * What a scenario let happen to the network.
 *
 * @param atSeconds from the start of measured time
 * @param event as in the scenario, such as {@code link-down 1-2}
 * @param unansweredRequests of a switch that was taken down: those without an answer at that
 *     moment, which are not missing; 0 for all else
 * @param awaySeconds of a switch that was taken down: until it asked again; NaN when it did not,
 *     and for all else
 */
public record HappenedEvent(
    double atSeconds, String event, long unansweredRequests, double awaySeconds) {}
