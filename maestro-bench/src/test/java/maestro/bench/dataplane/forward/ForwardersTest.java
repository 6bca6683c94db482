package maestro.bench.dataplane.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import maestro.network.dataplane.FrameBurst;
import maestro.network.dataplane.TableSizes.WildcardSearch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The flows of the experiments are forwarded by the entries that they are meant for. */
class ForwardersTest {
  private static final int EXACT = 3_000;
  private static final int WILDCARD = 100;
  private static final int BURSTS = 200;

  private final BurstWriter writer = new BurstWriter(64);

  @ParameterizedTest
  @EnumSource(
      value = Technique.class,
      names = {"HASH", "LINEAR", "TUPLE_SPACE", "LEARNING", "ROUTING"})
  void shouldForwardEveryFlowByTheOutPort(Technique technique) {
    for (int inPorts = 1; inPorts <= 2; inPorts++) {
      Forwarder forwarder = new Forwarders().get(technique, 100, inPorts);
      assertThat(forwarder.flowCount()).isEqualTo(100);
      for (int flow = 0; flow < 100; flow++) {
        long before = forwarder.sink().frames();
        writer.clear();
        writer.add(forwarder, flow, 0x1234_5678 * flow);
        forwarder.input().receive(writer.burst());
        assertThat(forwarder.sink().frames()).isEqualTo(before + 1);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.25, 0.5, 0.75, 1})
  void shouldHitTheTablesInTheSharesOfTheMix(double share) {
    for (WildcardSearch search : WildcardSearch.values()) {
      SwitchForwarder forwarder = new SwitchForwarder(EXACT, WILDCARD, search, 1, new Sink());
      FlowChoice flows = FlowChoice.mixed(EXACT, EXACT, WILDCARD, share, 1);
      forward(forwarder, flows);
      SwitchForwarder.Matches matches = forwarder.matches();
      assertThat(matches.exact()).isEqualTo(flows.chosenFirst());
      assertThat(matches.wildcard()).isEqualTo(flows.chosenOther());
      double all = BURSTS * FrameBurst.MOST_FRAMES;
      assertThat(matches.exact() / all).isCloseTo(share, within(0.02));
    }
  }

  @Test
  void shouldMatchNothingWhenMissesAreAskedFor() {
    SwitchForwarder forwarder =
        new SwitchForwarder(EXACT, WILDCARD, WildcardSearch.LINEAR, 1, new Sink());
    FlowChoice flows = FlowChoice.mixed(EXACT, EXACT + WILDCARD, 100_000, 0.5, 1);
    forward(forwarder, flows);
    assertThat(forwarder.matches().exact()).isEqualTo(flows.chosenFirst());
    assertThat(forwarder.matches().wildcard()).isZero();
    assertThat(forwarder.sink().frames()).isEqualTo(flows.chosenFirst());
    assertThat(flows.chosenOther()).isPositive();
  }

  @Test
  void shouldChooseEachFlowOfItsRangeEvenly() {
    FlowChoice many = FlowChoice.many(10, 1);
    FlowChoice odd = FlowChoice.half(true, 10, 1);
    int[] counts = new int[10];
    for (int i = 0; i < 100_000; i++) {
      counts[many.next()]++;
      assertThat(odd.next() % 2).isEqualTo(1);
    }
    for (int count : counts) {
      assertThat(count).isBetween(9_500, 10_500);
    }
    assertThat(FlowChoice.one(5).next()).isZero();
  }

  @Test
  void shouldWriteChecksumsThatARouterAccepts() {
    ByteBuffer b = ByteBuffer.allocate(60);
    for (int i = 1; i < 10_000; i++) {
      UdpHeader.write(b, 0, 60, 1, 2, 0x0a000001 * i, 0x9e3779b9 * i, i);
      int sum = 0;
      for (int at = 14; at < 34; at += 2) {
        sum += b.getShort(at) & 0xffff;
      }
      assertThat((sum & 0xffff) + (sum >>> 16)).isEqualTo(0xffff);
    }
  }

  private void forward(Forwarder forwarder, FlowChoice flows) {
    for (int n = 0; n < BURSTS; n++) {
      writer.clear();
      for (int i = 0; i < FrameBurst.MOST_FRAMES; i++) {
        writer.add(forwarder, flows.next(), (int) flows.random());
      }
      forwarder.input().receive(writer.burst());
    }
  }
}
