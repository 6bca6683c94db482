package maestro.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Access rules and bounds against storms, as config/secured.conf has them, on a ring. */
@EmulatedNetwork(topology = "ring:3", config = "../config/secured.conf", hosts = 2)
class SecuredTest {
  private static final int TELNET = 23;
  private static final int HTTP = 80;
  private static final int SOME_ADDRESS = 1000;
  private static final int MANY_ADDRESSES = 600;
  private static final int STORM_FRAMES = 8_000;
  private static final int BROADCAST_TYPE = 0x88b5;

  private static long arrived(TestNetwork network, int port) {
    int unused = network.received("h3").size();
    for (int i = 0; i < 10; i++) {
      network.send("h1", TestFrame.tcp(1, 3, port));
      network.letPass(Duration.ofMillis(20));
    }
    return network.received("h3").stream().filter(f -> TestFrame.isTcpTo(port, f)).count();
  }

  private static byte[] broadcast(int number) {
    byte[] payload = ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    return TestFrame.ethernet(TestFrame.eth(1), TestFrame.BROADCAST, BROADCAST_TYPE, payload);
  }

  /** The frames of the storm that have reached a host since the last call. */
  private static long broadcasts(TestNetwork network) {
    return network.received("h6").stream().filter(f -> TestFrame.type(f) == BROADCAST_TYPE).count();
  }

  @Test
  void shouldPassWhatRulesAllowAndDropWhatTheyDenyUntilTheApplicationIsGone(TestNetwork network) {
    network.assertThatAllReachAll();
    assertThat(arrived(network, HTTP)).isEqualTo(10);
    assertThat(arrived(network, TELNET)).isZero();
    assertThat(network.flows("s1"))
        .as("the denial is an entry, so that the controller is not asked again")
        .anyMatch(each -> each.contains("tcp_dst=23") && each.contains("actions=drop"));
    network.startController(
        Path.of(System.getProperty("maestro.root", ".."), "config/routing.conf"));
    network.letPass(Duration.ofSeconds(15));
    assertThat(network.flows("s1")).noneMatch(each -> each.contains("tcp_dst=23"));
    assertThat(network.pingAll().lost()).as("it floods to hosts that it has not seen").isZero();
    assertThat(arrived(network, TELNET)).isEqualTo(10);
  }

  @Test
  void shouldBlockAPortWithTooManyAddressesForAWhile(TestNetwork network) {
    network.assertThatAllReachAll();
    network.letPass(Duration.ofSeconds(2));
    for (int i = 0; i < MANY_ADDRESSES; i++) {
      network.send("h1", TestFrame.tcp(SOME_ADDRESS + i, 3, HTTP));
      network.letPass(Duration.ofMillis(1));
    }
    network.letPass(Duration.ofSeconds(3)); // the monitor looks once a second
    String blocked = "priority=60000";
    assertThat(network.flows("s1")).filteredOn(each -> each.contains(blocked)).hasSize(1);
    assertThat(arrived(network, HTTP)).as("blocked").isZero();
    network.letPass(Duration.ofSeconds(40));
    assertThat(network.flows("s1")).noneMatch(each -> each.contains(blocked));
    assertThat(arrived(network, HTTP)).as("for 30 s").isEqualTo(10);
  }

  @Test
  void shouldBoundAPortThatStormsAndHarmNobodyElse(TestNetwork network) {
    network.assertThatAllReachAll();
    long unused = broadcasts(network);
    for (int i = 0; i < STORM_FRAMES; i++) {
      network.send("h1", broadcast(i));
      network.letPass(Duration.ofMillis(1));
    }
    long reached = broadcasts(network);
    assertThat(reached).as("of " + STORM_FRAMES + " in 8 s").isBetween(100L, STORM_FRAMES / 2L);
    network.assertThatAllReachAll(); // while the storm's entry is there
    assertThat(network.flows("s1")).anyMatch(each -> each.contains("actions=drop"));
    network.letPass(Duration.ofSeconds(20));
    network.send("h1", broadcast(0));
    network.letPass(Duration.ofSeconds(1));
    assertThat(broadcasts(network)).as("the storm is over").isEqualTo(1);
  }
}
