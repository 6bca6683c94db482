package maestro.cluster;

/**
 * A view. Two coordinators may give their views the same number.
 *
 * @param coordinator the number of the member that coordinates it
 */
record ViewId(long number, int coordinator) {}
