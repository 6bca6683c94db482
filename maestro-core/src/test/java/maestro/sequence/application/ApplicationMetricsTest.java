package maestro.sequence.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import maestro.api.ApplicationCounter;
import maestro.api.ApplicationGauge;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApplicationMetricsTest {
  private final ApplicationMetrics metrics = new ApplicationMetrics();

  @ParameterizedTest
  @ValueSource(strings = {"", "A", "1a", "a-b", "a.b", "_a", "a_total", "a_bucket", "a\n", "ä"})
  void shouldRefuseNamesThatAMetricCannotHave(String name) {
    assertThatThrownBy(() -> metrics.counter("a", name, "help"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("metric '" + name + "'");
    assertThat(metrics.all()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "two\nlines", "back\\slash"})
  void shouldRefuseHelpThatIsNoLine(String help) {
    assertThatThrownBy(() -> metrics.gauge("a", "name", help))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the help of metric name");
  }

  @Test
  void shouldRefuseTheSameMetricTwiceAndOneOfTwoKinds() {
    metrics.counter("a", "name", "help");
    metrics.counter("b", "name", "another help");
    assertThatThrownBy(() -> metrics.counter("a", "name", "help"))
        .hasMessage("metric name is declared already");
    assertThatThrownBy(() -> metrics.gauge("c", "name", "help"))
        .hasMessage("metric name is a counter of application a already");
    assertThat(metrics.all()).hasSize(1);
    assertThat(metrics.all().get(0)).hasSize(2);
  }

  @Test
  void shouldRefuseMoreMetricsThanAScrapeShouldHave() {
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 1_000; i++) {
                metrics.counter("a", "n" + i, "help");
              }
            })
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("200 metrics at most");
  }

  @Test
  void shouldAllocateNothingWhenItIsCounted() {
    ApplicationCounter counter = metrics.counter("a", "counter", "help");
    ApplicationGauge gauge = metrics.gauge("a", "gauge", "help");
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    count(counter, gauge);
    long before = threads.getCurrentThreadAllocatedBytes();
    count(counter, gauge);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isZero();
    assertThat(metrics.all().get(0).get(0).value().getAsDouble()).isEqualTo(2_000_000);
    assertThat(metrics.all().get(1).get(0).value().getAsDouble()).isEqualTo(999_999);
  }

  private static void count(ApplicationCounter counter, ApplicationGauge gauge) {
    for (int i = 0; i < 1_000_000; i++) {
      counter.add(1);
      gauge.set(i);
    }
  }
}
