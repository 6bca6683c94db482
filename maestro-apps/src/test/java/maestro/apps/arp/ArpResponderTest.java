package maestro.apps.arp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import maestro.api.RequestStage;
import maestro.api.topology.HostLocations;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.packets.Addresses;
import maestro.apps.testkit.Allocation;
import maestro.apps.testkit.FakeOutput;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeRequest;
import org.junit.jupiter.api.Test;

class ArpResponderTest {
  private static final long A = 0x0200_0000_000aL;
  private static final long B = 0x0200_0000_000bL;
  private static final int IP_A = 0x0a00_000a;
  private static final int IP_B = 0x0a00_000b;
  private static final int IP_LOST = 0x0a00_000c;

  private final FakeOutput output = new FakeOutput();
  private final RequestStage stage = stage();

  private static RequestStage stage() {
    FakePlatform platform = FakePlatform.withSettings("arp-responder", "");
    platform.set("hosts", (Object) new KnownHosts());
    platform.set(
        "topology",
        Topology.of(
            List.of(1L),
            List.of(),
            Map.of(
                new Port(1, 1),
                Role.HOST,
                new Port(1, 2),
                Role.SWITCH,
                new Port(1, 7),
                Role.HOST)));
    return (RequestStage) platform.start(new ArpResponder()).batch().orElseThrow().get();
  }

  @Test
  void shouldAnswerForAHostThatIsKnown() {
    assertThat(handle(request(Addresses.BROADCAST, 1, IP_A, IP_B)))
        .containsExactly("reply", "drop", "consume");
    assertThat(HexFormat.of().formatHex(output.replies().get(0)))
        .startsWith(
            "02000000000a02000000000b08060001080006040002"
                + "02000000000b0a00000b02000000000a0a00000a");
  }

  @Test
  void shouldPassOnWhatIsNotKnown() {
    assertThat(handle(request(Addresses.BROADCAST, 1, IP_A, 0x0a00_0063))).isEmpty();
    assertThat(handle(request(Addresses.BROADCAST, 1, IP_A, IP_LOST)))
        .as("known by name, but not where it is")
        .isEmpty();
  }

  @Test
  void shouldLeaveGratuitousArpAndProbesAlone() {
    assertThat(handle(request(Addresses.BROADCAST, 1, IP_B, IP_B))).isEmpty();
    assertThat(handle(request(Addresses.BROADCAST, 1, 0, IP_B))).isEmpty();
  }

  @Test
  void shouldLeaveRequestsAloneThatAreSentToTheHostItself() {
    assertThat(handle(request(B, 1, IP_A, IP_B))).isEmpty();
  }

  @Test
  void shouldLeaveTheAnswerToTheHostWhenItIsAtTheSamePort() {
    assertThat(handle(request(Addresses.BROADCAST, 7, IP_A, IP_B))).isEmpty();
  }

  /** A legacy switch behind the port would learn from the answer that the owner is there. */
  @Test
  void shouldNotAnswerAtAPortToASwitch() {
    FakeRequest request = request(Addresses.BROADCAST, 2, IP_A, IP_B);
    assertThat(handle(request)).isEmpty();
    assertThat(request.tracked()).isEmpty();
  }

  /** A host that was plugged in just now asks three times, and then drops what waits. */
  @Test
  void shouldAnswerFromTheControllerAtAPortOfUnknownRole() {
    assertThat(handle(request(Addresses.BROADCAST, 3, IP_A, IP_B)))
        .containsExactly("reply", "drop", "consume");
    assertThat(HexFormat.of().formatHex(output.replies().get(0)))
        .startsWith(
            "02000000000a024d5300000108060001080006040002"
                + "02000000000b0a00000b02000000000a0a00000a");
  }

  @Test
  void shouldLeaveEverythingElseAlone() {
    assertThat(handle(FakeRequest.between(1, 1, A, B))).isEmpty();
    assertThat(handle(FakeRequest.between(1, 1, A, Addresses.BROADCAST))).isEmpty();
    byte[] reply = frame(Addresses.BROADCAST, 2, IP_A, IP_B);
    assertThat(handle(new FakeRequest(1, 1, 0, reply))).isEmpty();
  }

  /** What it reads, entries of the applications behind it match. */
  @Test
  void shouldReadOnlyWhatItDecidesBy() {
    for (FakeRequest request :
        List.of(request(B, 1, IP_A, IP_B), FakeRequest.between(1, 1, A, B))) {
      assertThat(handle(request)).isEmpty();
      assertThat(request.tracked()).isEmpty();
    }
    FakeRequest noArp = FakeRequest.between(1, 1, A, Addresses.BROADCAST);
    handle(noArp);
    assertThat(noArp.tracked()).containsExactly("arpOperation");
    FakeRequest answered = request(Addresses.BROADCAST, 1, IP_A, IP_B);
    handle(answered);
    assertThat(answered.tracked())
        .containsExactly("arpOperation", "arpSenderIpv4", "arpTargetIpv4", "vlanId");
  }

  @Test
  void shouldAllocateNothingWhenItAnswers() {
    FakeRequest request = request(Addresses.BROADCAST, 1, IP_A, IP_B);
    assertThat(handle(request)).containsExactly("reply", "drop", "consume");
    assertThat(Allocation.bytesPerRequest(stage, request)).isLessThan(0.1);
  }

  private List<String> handle(FakeRequest request) {
    stage.onRequest(request, output);
    return output.takeSaid();
  }

  private static FakeRequest request(long destination, int inPort, int sender, int target) {
    return new FakeRequest(1, inPort, 0, frame(destination, 1, sender, target));
  }

  private static byte[] frame(long destination, int operation, int sender, int target) {
    ByteBuffer arp = ByteBuffer.allocate(28);
    arp.putInt(0x0001_0800).putShort((short) 0x0604).putShort((short) operation);
    arp.putShort((short) (A >>> 32)).putInt((int) A).putInt(sender);
    arp.putShort((short) 0).putInt(0).putInt(target);
    return FakeRequest.ethernet(A, destination, 0x0806, arp.array());
  }

  /** B at port 7 of switch 1; somebody whose address is known and whose place is not. */
  private static final class KnownHosts implements HostLocations {
    @Override
    public long locationOf(long ethAddress) {
      return ethAddress == B ? 7 : UNKNOWN;
    }

    @Override
    public long datapathIdOf(long location) {
      return 1;
    }

    @Override
    public int portOf(long location) {
      return (int) location;
    }

    @Override
    public long ethAddressOf(int ipv4) {
      return ipv4 == IP_B ? B : ipv4 == IP_LOST ? A : UNKNOWN;
    }

    @Override
    public int count() {
      return 1;
    }
  }
}
