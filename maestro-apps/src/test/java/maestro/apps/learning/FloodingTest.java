package maestro.apps.learning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import maestro.api.FlowRequest;
import maestro.api.RequestStage;
import maestro.apps.testkit.Allocation;
import maestro.apps.testkit.FakeFrame;
import maestro.apps.testkit.FakeOutput;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeRequest;
import org.junit.jupiter.api.Test;

class FloodingTest {
  private static final long A = 0x0a;
  private static final long BROADCAST = 0xffff_ffff_ffffL;
  private static final long ROUTERS = 0x0100_5e00_0002L;
  private static final long UNKNOWN = 0x2b;
  private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int ARP = 0x0806;

  private final FakeOutput output = new FakeOutput();
  private RequestStage stage = stage("");
  private long nowNs = Long.MAX_VALUE - 1000 * MS;

  private static RequestStage stage(String settings) {
    FakePlatform platform = FakePlatform.withSettings("learning-switch", settings);
    return (RequestStage) platform.start(new LearningSwitch()).batch().orElseThrow().get();
  }

  @Test
  void shouldInstallOneEntryWhenABroadcastRepeatsFast() {
    long entries = 0;
    for (int i = 0; i < 3000; i++) {
      List<String> said = handle(1, A, BROADCAST, 0);
      entries += said.get(0).startsWith("install ") ? 1 : 0;
      assertThat(said).hasSize(1);
      nowNs += MS / 3;
    }
    assertThat(entries).as("a second of frames that the entry does not take").isEqualTo(1);
  }

  @Test
  void shouldInstallForTwoSecondsWhatFloods() {
    handle(1, A, BROADCAST, 0);
    assertThat(handle(1, A, BROADCAST, 0))
        .singleElement()
        .asString()
        .endsWith("by VLAN to 4294967291 idle 0 hard 2");
  }

  @Test
  void shouldInstallAgainWhenTheEntryIsGone() {
    handle(1, A, BROADCAST, 0);
    handle(1, A, BROADCAST, 0);
    nowNs += 2100 * MS;
    assertThat(handle(1, A, BROADCAST, 0)).containsExactly("flood");
    assertThat(handle(1, A, BROADCAST, 0).get(0)).startsWith("install");
  }

  @Test
  void shouldOnlyFloodWhenBroadcastsAreSlowOrDiffer() {
    for (int i = 0; i < 100; i++) {
      assertThat(handle(1, A, BROADCAST, 0)).containsExactly("flood");
      nowNs += 300 * MS;
    }
    assertThat(handle(1, A, BROADCAST, 0)).containsExactly("flood");
    assertThat(handle(2, A, BROADCAST, 0)).as("comes back").containsExactly("drop");
    assertThat(handle(2, A + 1, BROADCAST, 0)).as("another source").containsExactly("flood");
  }

  @Test
  void shouldTellArpRequestsForDifferentAddressesApart() {
    for (int address = 0; address < 200; address++) {
      byte[] arp = new byte[50];
      System.arraycopy(new byte[] {0, 1, 8, 0, 6, 4, 0, 1}, 0, arp, 0, 8);
      arp[27] = (byte) address;
      FakeRequest request =
          new FakeRequest(1, 1, nowNs, FakeRequest.ethernet(A, BROADCAST, ARP, arp));
      stage.onRequest(request, output);
      assertThat(output.takeSaid()).containsExactly("flood");
    }
  }

  @Test
  void shouldInstallOneEntryInTwoSecondsWhenAStreamIsForAGroupOrAnUnknownHost() {
    for (long destination : List.of(ROUTERS, UNKNOWN)) {
      int requests = 0;
      int entries = 0;
      long untilNs = nowNs;
      for (int ms = 0; ms < 10_000; ms++, nowNs += MS) {
        if (untilNs - nowNs <= 0) {
          requests++;
          if (handle(1, A, destination, 0).get(0).startsWith("install ")) {
            entries++;
            untilNs = nowNs + 2000 * MS;
          }
        }
      }
      assertThat(entries).isEqualTo(5);
      assertThat(requests).as("8 at first, 2 for each further entry").isEqualTo(8 + 4 * 2);
    }
  }

  @Test
  void shouldOnlyFloodWhenAFewPacketsAreForAGroupOrAnUnknownHost() {
    for (int burst = 0; burst < 10; burst++, nowNs += 300 * MS) {
      for (int i = 0; i < 7; i++) {
        assertThat(handle(1, A, ROUTERS, 0)).containsExactly("flood");
        assertThat(handle(1, A, UNKNOWN, 0)).containsExactly("flood");
      }
    }
  }

  @Test
  void shouldRemoveTheEntryWhenTheHostIsLearned() {
    for (int i = 0; i < 8; i++) {
      handle(1, A, UNKNOWN, 0);
    }
    assertThat(handle(2, UNKNOWN, A, 0)).contains("remove flows to " + UNKNOWN);
    assertThat(handle(1, A, UNKNOWN, 0).get(0)).startsWith("install port 2 ");
    assertThat(handle(2, UNKNOWN + 1, A, 0)).as("no entry floods to it").hasSize(1);
  }

  @Test
  void shouldOnlyFloodWhenTooManyHostsAreUnknown() {
    int entries = 0;
    for (int host = 0; host < 20; host++) {
      for (int i = 0; i < 8; i++) {
        entries += handle(1, A, UNKNOWN + host, 0).get(0).startsWith("install ") ? 1 : 0;
      }
    }
    assertThat(entries).isEqualTo(16);
    nowNs += 4000 * MS;
    for (int i = 0; i < 8; i++) {
      entries += handle(1, A, UNKNOWN + 19, 0).get(0).startsWith("install ") ? 1 : 0;
    }
    assertThat(entries).as("the others are over").isEqualTo(17);
  }

  @Test
  void shouldOnlyFloodWhenThatIsOff() {
    stage = stage("broadcast-timeout = 0 s");
    for (int i = 0; i < 10; i++) {
      assertThat(handle(1, A, BROADCAST, 0)).containsExactly("flood");
    }
  }

  @Test
  void shouldRefuseATimeoutThatSwitchesCannotKeep() {
    for (String text : List.of("11 s", "1500 ms", "-1 s")) {
      org.assertj.core.api.Assertions.assertThatThrownBy(() -> stage("broadcast-timeout = " + text))
          .hasMessageContaining("broadcast-timeout: found " + text);
    }
  }

  @Test
  void shouldStillSeeAHostMoveWhenItsBroadcastsHaveEntries() {
    handle(1, A, BROADCAST, 0);
    handle(1, A, BROADCAST, 0);
    nowNs += 3900 * MS;
    assertThat(handle(2, A, BROADCAST, 0)).as("comes back").containsExactly("drop");
    nowNs += 200 * MS;
    assertThat(handle(2, A, BROADCAST, 0)).contains("remove flows to 10");
  }

  @Test
  void shouldAllocateNothingWhenBroadcastsCome() {
    FlowRequest[] requests = new FlowRequest[200];
    for (int i = 0; i < requests.length; i++) {
      requests[i] = FakeFrame.between(A + i % 70, BROADCAST).at(1, 1 + i % 70 % 4);
    }
    assertThat(Allocation.bytesPerRequest(stage, requests)).isLessThan(0.1);
  }

  private List<String> handle(int port, long source, long destination, int ipv4) {
    output.takeSaid();
    stage.onRequest(
        new FakeRequest(1, port, nowNs, FakeFrame.between(source, destination).ip(ipv4, 0).bytes()),
        output);
    return output.takeSaid();
  }
}
