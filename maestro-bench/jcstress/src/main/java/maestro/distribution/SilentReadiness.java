package maestro.distribution;

/** Reports nothing: a test says itself who is ready. */
final class SilentReadiness implements Readiness {
  static final SilentReadiness[] TWO = {new SilentReadiness(), new SilentReadiness()};

  @Override
  public void poll(Sink sink) {}

  @Override
  public void await(Sink sink, long maxWaitNs) {}

  @Override
  public void wakeup() {}

  @Override
  public void watch(Member member) {}

  @Override
  public void unwatch(Member member) {}
}
