package maestro;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;
import maestro.metrics.Counter;

/** The implementation of {@link ControllerMXBean} for a running controller. */
final class ControllerControl implements ControllerMXBean {
  private static final double NS_PER_MICRO = 1_000;
  private static final double LEAST_MICROS = 10;
  private static final double MOST_MICROS = 10_000_000;

  private final Maestro maestro;

  ControllerControl(Maestro maestro) {
    this.maestro = maestro;
  }

  ObjectName register() throws JMException {
    ObjectName name = new ObjectName("maestro:type=Controller,port=" + maestro.address().getPort());
    ManagementFactory.getPlatformMBeanServer().registerMBean(this, name);
    return name;
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
