package maestro.control.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import maestro.Maestro;
import maestro.config.SwitchNames;
import maestro.config.file.ConfigLoader;
import maestro.control.PortStatsOnWire;
import maestro.control.measure.PortReadings;
import maestro.control.measure.SwitchShares;
import maestro.net.PassiveSwitch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The metrics of the ports of one switch, which counts as the tests say. */
class PortMetricsTest {
  private static final String RECEIVED = "maestro_port_receive_bytes_total";
  private static final String OTHERS = "{dpid=\"other\",port=\"other\",port_name=\"\"}";
  private static final String ONE =
      "{dpid=\"00:00:00:00:00:00:00:01\",port=\"1\",port_name=\"eth1\"}";
  private static final long UNKNOWN = -1;

  private final AtomicLong nowNs = new AtomicLong();
  private SwitchNames names = SwitchNames.NONE;
  private Maestro maestro;
  private Socket socket;
  private SwitchShares shares;
  private PortReadings readings;

  @BeforeEach
  void start() throws Exception {
    maestro = Maestro.start(ConfigLoader.defaultsWith("maestro.listen=127.0.0.1:0"), List.of());
    shares = new SwitchShares(maestro.switches());
    readings =
        new PortReadings(
            shares::ready, () -> OptionalLong.of(TimeUnit.SECONDS.toNanos(10)), nowNs::get);
    join();
  }

  private void join() throws Exception {
    socket = PassiveSwitch.join(maestro.address(), 1, 1);
    Awaitility.await().until(() -> shares.ready().size() == 1);
  }

  @AfterEach
  void stop() throws Exception {
    socket.close();
    maestro.close();
  }

  /** The switch answers the next question. */
  private void counts(long... counters) throws Exception {
    nowNs.addAndGet(TimeUnit.SECONDS.toNanos(10));
    readings.everySecond(nowNs.get());
    PortStatsOnWire.answer(socket, PortStatsOnWire.asked(socket), 1, counters);
    readings.everySecond(nowNs.get());
  }

  private List<String> scrape(PortMetrics metrics) {
    MetricText text = new MetricText();
    metrics.write(new Families(false, text), nowNs.get());
    return text.toString().lines().toList();
  }

  private double value(PortMetrics metrics, String series) {
    return scrape(metrics).stream()
        .filter(line -> line.startsWith(series + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(series.length())))
        .sum();
  }

  @Test
  void shouldShowWhatASwitchCountsForAPort() throws Exception {
    PortMetrics metrics = new PortMetrics(shares, readings, () -> names, 1);
    assertThat(scrape(metrics))
        .contains("maestro_port_up" + ONE + " 1.0")
        .noneMatch(line -> line.startsWith("maestro_port_receive"));
    counts(11, 12, 13, Long.MIN_VALUE, 15, 16, 17, UNKNOWN);

    assertThat(scrape(metrics))
        .contains(
            "maestro_port_receive_packets_total" + ONE + " 11.0",
            "maestro_port_transmit_packets_total" + ONE + " 12.0",
            RECEIVED + ONE + " 13.0",
            "maestro_port_transmit_bytes_total" + ONE + " 9.223372036854776E18",
            "maestro_port_receive_dropped_packets_total" + ONE + " 15.0",
            "maestro_port_transmit_dropped_packets_total" + ONE + " 16.0",
            "maestro_port_receive_errors_total" + ONE + " 17.0")
        .noneMatch(line -> line.startsWith("maestro_port_transmit_errors"))
        .noneMatch(line -> line.startsWith("maestro_port_speed"))
        .noneMatch(line -> line.contains(OTHERS));
  }

  @Test
  void shouldHaveTheNamesOfTheOperator() throws Exception {
    names = new SwitchNames(Map.of(1L, "core-1"), Map.of(1L, Map.of(1, "uplink")));

    assertThat(scrape(new PortMetrics(shares, readings, () -> names, 1)))
        .contains(
            "maestro_port_up{dpid=\"00:00:00:00:00:00:00:01\",name=\"core-1\",port=\"1\","
                + "port_name=\"uplink\"} 1.0");
  }

  @Test
  void shouldShowNoCounterWhenTheLastAnswerIsOld() throws Exception {
    PortMetrics metrics = new PortMetrics(shares, readings, () -> names, 1);
    counts(1, 1, 1, 1);
    nowNs.addAndGet(TimeUnit.SECONDS.toNanos(31));
    readings.everySecond(nowNs.get());

    assertThat(scrape(metrics)).noneMatch(line -> line.startsWith(RECEIVED));
  }

  /** The others have what was counted between two answers of one connection, and never fall. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void shouldSumWhatTheOthersCountWhileSwitchesStartAgainAndLeave(long seed) throws Exception {
    Random random = new Random(seed);
    PortMetrics metrics = new PortMetrics(shares, readings, () -> names, 0);
    assertThat(value(metrics, RECEIVED + OTHERS)).isZero();
    long counter = random.nextInt(1_000_000);
    counts(0, 0, counter);
    double expected = 0;
    assertThat(value(metrics, RECEIVED + OTHERS)).isZero();
    for (int step = 0; step < 30; step++) {
      int what = random.nextInt(10);
      boolean leaves = what == 0;
      if (leaves) {
        socket.close();
        Awaitility.await().until(() -> shares.ready().isEmpty());
        assertThat(value(metrics, RECEIVED + OTHERS)).isEqualTo(expected);
        join();
      }
      long before = counter;
      boolean startsAgain = what == 1;
      counter = startsAgain ? random.nextLong(before + 1) : before + random.nextInt(1_000_000);
      counts(0, 0, counter);
      expected += leaves ? 0 : counter >= before ? counter - before : counter;
      assertThat(value(metrics, RECEIVED + OTHERS)).isEqualTo(expected);
    }
  }
}
