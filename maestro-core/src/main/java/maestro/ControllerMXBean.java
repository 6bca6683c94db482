package maestro;

/**
 * What an operator may look at and change while a controller runs, by JMX: {@code
 * maestro:type=Controller,port=6653} in jconsole or any other client. Any thread.
 */
public interface ControllerMXBean {
  /** {@code maestro.batching.delay-upper-bound} as it is now, in microseconds. */
  double getDelayUpperBoundMicros();

  /**
   * Changes it; the next batch obeys.
   *
   * @throws IllegalArgumentException unless it is 10 to 10 000 000
   */
  void setDelayUpperBoundMicros(double micros);

  /** Switches whose features are known. */
  int getSwitchCount();

  /** Flow requests served so far. */
  long getServedRequests();

  /** Every counter that is not 0, in words. */
  String getCounters();
}
