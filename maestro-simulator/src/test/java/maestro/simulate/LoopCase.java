package maestro.simulate;

import maestro.config.MaestroConfig;
import maestro.config.file.BadConfigurationException;
import maestro.distribution.Parking;

/**
 * One configuration of a loop.
 *
 * @param inOrder whether a switch is claimed until its requests were handled
 * @param batchNs what a batch takes
 * @param requestNs what each of its requests takes
 */
record LoopCase(
    String strategy,
    String policy,
    boolean inOrder,
    int readBytes,
    int quantum,
    int threshold,
    int boundMicros,
    long seed,
    int batchNs,
    int requestNs) {

  /** Threads that wait for each other would hang a loop that runs alone. */
  static final Parking NO_PARKING =
      new Parking() {
        @Override
        public Object self() {
          return this;
        }

        @Override
        public void park(long maxNs) {}

        @Override
        public void unpark(Object waiter) {}
      };

  MaestroConfig config() throws BadConfigurationException {
    String run = "{ on = flow-request, run = [learning-switch], ordering = ";
    return Simulated.config(
        strategy,
        1,
        "maestro.distribution.read-size=" + readBytes + " B",
        "maestro.distribution.quantum=" + quantum,
        "maestro.batching.policy=" + policy,
        "maestro.batching.threshold=" + threshold,
        "maestro.batching.delay-upper-bound=" + boundMicros + " us",
        "sequences.all=" + run + (inOrder ? "strict" : "none") + " }");
  }

  /** The buffer of a connection, as {@code maestro.Maestro} has it. */
  int bufferBytes() {
    return 2 * Math.max(64 * 1024, readBytes);
  }
}
