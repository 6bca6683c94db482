package maestro.distribution;

/** Settings of two workers, and threads that do not really wait. */
final class TwoWorkers {
  static final int QUANTUM_REQUESTS = 10;

  static final DistributionSettings OF_TWO =
      new DistributionSettings(2, 2048, QUANTUM_REQUESTS, 2, 1, 1, 0.1, 2)
          .with(new NoParking());

  private TwoWorkers() {}

  private static final class NoParking implements Parking {
    @Override
    public Object self() {
      return this;
    }

    @Override
    public void park(long maxNs) {}

    @Override
    public void unpark(Object waiter) {}
  }
}
