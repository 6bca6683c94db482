package maestro.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import maestro.apps.packets.Addresses;
import maestro.apps.packets.ArpFrame;
import maestro.apps.packets.NeighbourFrame;
import org.junit.jupiter.api.Test;

/** Hosts answer whoever asks for them: gateways, virtual addresses and the platform. */
class HostAnswersTest {
  private static final long GATEWAY_ETH = 0x0a00_0000_00feL;
  private static final int GATEWAY_IP = 0x0a00_00fe;
  private static final Duration MOVE_HOLD = Duration.ofMillis(500);

  private static List<byte[]> answersAt(TestNetwork network, byte[] question, long asker) {
    int unused = network.received("h1").size();
    network.send("h1", question);
    network.letPass(Duration.ofSeconds(1));
    return network.received("h1").stream()
        .filter(f -> ByteBuffer.wrap(f).getLong(0) >>> 16 == asker)
        .toList();
  }

  @Test
  @EmulatedNetwork(topology = "linear:2", config = "../config/learning-switch.conf")
  void shouldAnswerAGatewayAndTheControllersOwnQuestions(TestNetwork network) {
    byte[] asked = TestFrame.arpRequest(GATEWAY_ETH, GATEWAY_IP, TestFrame.ip(2));
    assertThat(answersAt(network, asked, GATEWAY_ETH))
        .singleElement()
        .satisfies(answer -> assertThat(ByteBuffer.wrap(answer).getShort(20)).isEqualTo((short) 2))
        .satisfies(
            answer -> assertThat(ByteBuffer.wrap(answer).getInt(28)).isEqualTo(TestFrame.ip(2)));
    long asker = Addresses.OF_CONTROLLER;
    byte[] arp = ArpFrame.question(TestFrame.eth(2), TestFrame.ip(2));
    assertThat(answersAt(network, arp, asker)).hasSize(1);
    byte[] solicitation = NeighbourFrame.question(TestFrame.eth(2), 0xfd00L << 48, 2);
    assertThat(answersAt(network, solicitation, asker)).hasSize(1);
  }

  /** Host-location asks h1 at its place whether it is there, and it is. */
  @Test
  @EmulatedNetwork(topology = "linear:3", config = "../config/routing.conf", hosts = 1)
  void shouldNotBeTakenOverByAForgedHost(TestNetwork network) {
    network.assertThatAllReachAll();
    for (int i = 0; i < 5; i++) {
      network.send("h3", TestFrame.arpRequest(TestFrame.eth(1), TestFrame.ip(1), TestFrame.ip(2)));
      network.letPass(MOVE_HOLD.multipliedBy(3));
      int unused = network.received("h1").size() + network.received("h3").size();
      network.send("h2", TestFrame.tcp(2, 1, 80));
      network.letPass(Duration.ofSeconds(1));
      assertThat(network.received("h1")).filteredOn(f -> TestFrame.isTcpTo(80, f)).hasSize(1);
      assertThat(network.received("h3")).filteredOn(f -> TestFrame.isTcpTo(80, f)).isEmpty();
    }
    network.assertThatAllReachAll();
  }
}
