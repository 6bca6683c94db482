package maestro.apps.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import maestro.apps.testkit.Allocation;
import maestro.apps.testkit.FakeRequest;
import org.junit.jupiter.api.Test;

class NoticesTest {
  private static final long BROADCAST = 0xffff_ffff_ffffL;

  private final Notices notices = new Notices();

  @Test
  void shouldHandOverAllInOrderAndOnceWhenSeveralPortsSendTooMuch() {
    for (int port = 1; port <= 3; port++) {
      tell(new PortTraffic(1, port, true, 10), port);
    }
    assertThat(taken()).extracting(excess -> excess.traffic().port()).containsExactly(1, 2, 3);
    assertThat(taken()).isEmpty();
  }

  @Test
  void shouldKeepWhatIsToldAgainForTheNextTimeWhenItComesDuringTheTaking() {
    PortTraffic first = new PortTraffic(1, 1, true, 10);
    PortTraffic second = new PortTraffic(1, 2, true, 10);
    tell(first, 0x0a);
    tell(second, 0x0b);
    List<Excess> taken = new ArrayList<>();
    notices.take(
        excess -> {
          taken.add(excess);
          excess.traffic().tellAgain();
          tell(excess.traffic(), 0x0c);
        });
    assertThat(taken).extracting(Excess::traffic).containsExactly(first, second);
    assertThat(taken()).extracting(Excess::traffic).containsExactly(first, second);
  }

  @Test
  void shouldAllocateNothingWhenPortsStorm() {
    PortTraffic[] ports = {new PortTraffic(1, 1, true, 1), new PortTraffic(1, 2, false, 1)};
    int[] told = new int[1];
    double bytes =
        Allocation.bytesPerRequest(
            (request, output) -> {
              PortTraffic port = ports[request.inPort() - 1];
              if (port.count(request.ethSrc(), request.ethDst(), 1)) {
                notices.add(port); // nobody takes it here: that is for another thread
                port.tellAgain();
                told[0]++;
              }
            },
            FakeRequest.between(1, 1, 0x0a, BROADCAST),
            FakeRequest.between(1, 2, 0x0a, 0x0b));
    assertThat(bytes).isLessThan(0.1);
    assertThat(told[0]).isGreaterThan(100_000);
  }

  /** Sends as much as is too much. */
  private void tell(PortTraffic traffic, long source) {
    int frames = 0;
    while (!traffic.count(source, BROADCAST, 1)) {
      assertThat(++frames).isLessThan(100);
    }
    notices.add(traffic);
  }

  private List<Excess> taken() {
    List<Excess> taken = new ArrayList<>();
    notices.take(taken::add);
    return taken;
  }
}
