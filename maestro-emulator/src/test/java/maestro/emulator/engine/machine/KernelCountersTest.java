package maestro.emulator.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import maestro.emulator.report.KernelTcp;
import org.junit.jupiter.api.Test;

class KernelCountersTest {
  @Test
  void shouldFindNumbersBelowTheirNames() {
    KernelTcp tcp =
        KernelCounters.tcp(
            List.of(
                "TcpExt: SyncookiesSent TCPTimeouts TCPBacklogDrop TCPRcvQDrop TCPMemoryPressures",
                "TcpExt: 1 20 300 4000 50000",
                "IpExt: TCPTimeouts",
                "IpExt: 7"));
    assertThat(tcp).isEqualTo(new KernelTcp(50_000, 4300, 20));
  }

  @Test
  void shouldKnowNothingWhenTheGroupIsMissing() {
    assertThat(KernelCounters.tcp(List.of("IpExt: A", "IpExt: 7"))).isEqualTo(KernelTcp.UNKNOWN);
  }

  @Test
  void shouldCountSinceTheBegin() {
    KernelTcp begin = new KernelTcp(1, 2, 3);
    assertThat(new KernelTcp(1, 5, 10).since(begin)).isEqualTo(new KernelTcp(0, 3, 7));
    assertThat(KernelTcp.UNKNOWN.since(begin)).isEqualTo(KernelTcp.UNKNOWN);
  }

  @Test
  void shouldTakeTheWorstOfTheMachinesThatSay() {
    KernelTcp one = new KernelTcp(1, 0, 9);
    assertThat(one.worst(new KernelTcp(0, 4, 2))).isEqualTo(new KernelTcp(1, 4, 9));
    assertThat(one.worst(KernelTcp.UNKNOWN)).isEqualTo(one);
    assertThat(KernelTcp.UNKNOWN.worst(one)).isEqualTo(one);
  }
}
