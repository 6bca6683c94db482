package maestro.control.measure;

import static maestro.control.PortStatsOnWire.answer;
import static maestro.control.PortStatsOnWire.asked;
import static maestro.control.PortStatsOnWire.send;
import static maestro.control.PortStatsOnWire.wasAsked;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import maestro.Maestro;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;
import maestro.config.file.ConfigLoader;
import maestro.control.measure.LinkLoads.Load;
import maestro.net.FakeSwitch;
import maestro.net.PassiveSwitch;
import maestro.net.connection.Connection;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two switches with a link between their ports 1, which answer as the tests say. */
class LinkLoadsTest {
  private static final Link LINK = new Link(1, 1, 2, 1);
  private static final OptionalLong TEN_SECONDS = OptionalLong.of(TimeUnit.SECONDS.toNanos(10));

  private final AtomicLong nowNs = new AtomicLong();
  private Topology topology = Topology.of(List.of(1L, 2L), List.of(LINK), Map.of());
  private OptionalLong interval = TEN_SECONDS;
  private Maestro maestro;
  private Socket first;
  private Socket second;
  private SwitchShares shares;
  private PortReadings readings;
  private LinkLoads loads;

  @BeforeEach
  void start() throws Exception {
    maestro = Maestro.start(ConfigLoader.defaultsWith("maestro.listen=127.0.0.1:0"), List.of());
    first = join(1);
    second = join(2);
    shares = new SwitchShares(maestro.switches());
    Awaitility.await().until(() -> shares.ready().size() == 2);
    readings = new PortReadings(shares::ready, () -> interval, nowNs::get);
    loads = new LinkLoads(() -> topology, shares::ready, readings);
  }

  private Socket join(int datapathId) throws IOException {
    return PassiveSwitch.join(maestro.address(), datapathId, 1, 2);
  }

  @AfterEach
  void stop() throws IOException {
    first.close();
    second.close();
    maestro.close();
  }

  private void at(double seconds) {
    nowNs.set(Math.round(seconds * 1e9));
    readings.everySecond(nowNs.get());
    loads.everySecond();
  }

  private void bothAnswer(long sentByFirst, long receivedBySecond) throws IOException {
    answer(first, asked(first), 1, 0, 0, 0, sentByFirst);
    answer(second, asked(second), 1, 0, 0, receivedBySecond, 0);
  }

  @Test
  void shouldTellWhatALinkCarriesFromTwoReadings() throws Exception {
    at(0);
    bothAnswer(1000, 900);
    at(1);
    assertThat(loads.all()).isEmpty();
    at(2); // the second question comes soon
    nowNs.set(2_000_000_000L);
    bothAnswer(251_000, 250_900);
    at(3);

    Load load = loads.all().get(LINK);
    assertThat(load.bitsPerSecond()).isCloseTo(1e6, within(1e-3));
    assertThat(load.speedKbps()).isZero();
    assertThat(load.part()).isNaN();
    assertThat(loads.busiest(5)).extracting(Map.Entry::getKey).containsExactly(LINK);
    assertThat(loads.busiest(0)).isEmpty();
  }

  @Test
  void shouldAskTheOtherEndWhenTheSenderDoesNotCount() throws Exception {
    at(0);
    bothAnswer(-1, 0);
    at(1);
    at(2);
    bothAnswer(-1, 2_000);
    at(3);
    assertThat(loads.all().get(LINK).bitsPerSecond()).isCloseTo(8_000, within(1e-3));
  }

  @Test
  void shouldNotKnowTheLoadWhenACounterWasResetOrNobodyAnswers() throws Exception {
    at(0);
    bothAnswer(5_000, 5_000);
    at(1);
    at(2);
    bothAnswer(10, 10);
    at(3);
    assertThat(loads.all()).isEmpty();
    at(12);
    bothAnswer(1_010, 1_010);
    at(13);
    assertThat(loads.all()).containsKey(LINK);
    at(45); // 33 s after the last answer
    assertThat(loads.all()).isEmpty();
  }

  @Test
  void shouldAskLessOftenWhoRefusesOrIsSilent() throws Exception {
    at(0);
    int xid = asked(first);
    send(first, FakeSwitch.hex("01 01 000c %08x 0001 0002".formatted(xid)));
    at(1);
    at(19);
    assertThat(wasAsked(first)).isFalse();
    at(20);
    asked(first);
    at(24); // its silence is a failure, too: asked again 40 s after the question
    at(59);
    assertThat(wasAsked(first)).isFalse();
    at(60);
    asked(first);
  }

  @Test
  void shouldAskNobodyWhenItIsOff() throws Exception {
    interval = OptionalLong.empty();
    at(0);
    assertThat(wasAsked(first)).isFalse();
    interval = TEN_SECONDS;
    topology = Topology.EMPTY;
    at(1);
    assertThat(wasAsked(first)).isTrue();
    assertThat(loads.all()).isEmpty();
  }

  @Test
  void shouldForgetWhatItKnewWhenASwitchConnectsAgain() throws Exception {
    at(0);
    bothAnswer(0, 0);
    at(1);
    at(2);
    bothAnswer(1_000, 1_000);
    at(3);
    assertThat(loads.all()).containsKey(LINK);
    Connection before = maestro.switches().get(1);
    first.close();
    Awaitility.await().until(() -> shares.ready().size() == 1);
    first = join(1);
    Awaitility.await()
        .until(() -> shares.ready().size() == 2 && maestro.switches().get(1) != before);
    at(4);
    assertThat(readings.last(maestro.switches().get(1))).isNull();
    assertThat(readings.last(before)).isNull();
    assertThat(asked(first)).isNegative();
  }

  @Test
  void shouldAskABoundedNumberASecond() throws Exception {
    List<Socket> more = new ArrayList<>();
    try {
      for (int id = 3; id < 3 + PortReadings.MOST_A_SECOND + 10; id++) {
        more.add(join(id));
      }
      Awaitility.await().until(() -> shares.ready().size() == more.size() + 2);
      at(0);
      assertThat(readings.awaited()).isEqualTo(PortReadings.MOST_A_SECOND);
      at(1);
      assertThat(readings.awaited()).isEqualTo(more.size() + 2);
    } finally {
      for (Socket each : more) {
        each.close();
      }
    }
  }
}
