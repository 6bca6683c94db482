package maestro.api;

/**
 * A value that goes up and down, as {@code /metrics} shows it. There is no value until the first
 * one is set.
 *
 * <p>Threads: any. Setting takes no lock and allocates nothing.
 */
public interface ApplicationGauge {
  /** Sets the value. */
  void set(double value);
}
