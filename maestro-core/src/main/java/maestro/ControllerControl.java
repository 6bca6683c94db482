package maestro;

import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicReference;
import javax.management.JMException;
import javax.management.ObjectName;
import maestro.config.MaestroConfig.Batching;
import maestro.metrics.Counter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The implementation of {@link ControllerMXBean} for a running controller, and its registration.
 * Any thread.
 */
final class ControllerControl implements ControllerMXBean {
  private static final double NS_PER_MICRO = 1_000;
  private static final double LEAST_MICROS = Batching.LEAST_BOUND_NS / 1e3;
  private static final double MOST_MICROS = Batching.MOST_BOUND_NS / 1e3;

  private static final Logger LOG = LoggerFactory.getLogger(ControllerControl.class);

  private final Maestro maestro;

  /**
   * Volatile order: taken once, by the thread that closes, or by a thread that exposes after that.
   */
  private final AtomicReference<ObjectName> registered = new AtomicReference<>();

  /**
   * Volatile: the closing thread sets it before it takes the name; the exposing thread reads it
   * after it set the name.
   */
  private volatile boolean hidden;

  ControllerControl(Maestro maestro) {
    this.maestro = maestro;
  }

  /** Registers it, unless it was hidden. */
  void expose() {
    try {
      ObjectName name =
          new ObjectName("maestro:type=Controller,port=" + maestro.address().getPort());
      ManagementFactory.getPlatformMBeanServer().registerMBean(this, name);
      registered.set(name);
      if (hidden) { // during the registration
        unregister();
      }
    } catch (JMException e) {
      LOG.warn("the controller is not reachable by JMX: {}", e.getMessage());
    }
  }

  /** Ends the registration, for good. */
  void hide() {
    hidden = true;
    unregister();
  }

  private void unregister() {
    try {
      ObjectName name = registered.getAndSet(null);
      if (name != null) {
        ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
      }
    } catch (JMException e) {
      LOG.warn("the controller is still registered with JMX: {}", e.getMessage());
    }
  }

  @Override
  public double getDelayUpperBoundMicros() {
    return maestro.delayBound().ns() / NS_PER_MICRO;
  }

  @Override
  public void setDelayUpperBoundMicros(double micros) {
    if (!(micros >= LEAST_MICROS && micros <= MOST_MICROS)) {
      throw new IllegalArgumentException(
          "delay upper bound: found " + micros + " microseconds; allowed: 10 to 10000000");
    }
    maestro.delayBound().set(Math.round(micros * NS_PER_MICRO));
  }

  @Override
  public int getSwitchCount() {
    return maestro.switches().all().size();
  }

  @Override
  public long getServedRequests() {
    return maestro.metrics().total(Counter.REQUESTS);
  }

  @Override
  public String getCounters() {
    return maestro.metrics().describe();
  }
}
