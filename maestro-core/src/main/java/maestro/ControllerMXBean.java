package maestro;

/**
 * The values that an operator can read and change by JMX while the controller runs, as {@code
 * maestro:type=Controller,port=6653} in jconsole or any other client. Any thread.
 */
public interface ControllerMXBean {
  /** The current {@code maestro.batching.delay-upper-bound}, in microseconds. */
  double getDelayUpperBoundMicros();

  /**
   * Changes the delay upper bound from the next batch on.
   *
   * @throws IllegalArgumentException unless the value is 10 to 10 000 000
   */
  void setDelayUpperBoundMicros(double micros);

  /** How many switches have sent their features. */
  int getSwitchCount();

  /** Flow requests served so far. */
  long getServedRequests();

  /** Every counter that is not 0, in words. */
  String getCounters();
}
