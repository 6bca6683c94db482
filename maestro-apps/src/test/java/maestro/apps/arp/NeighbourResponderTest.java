package maestro.apps.arp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import maestro.api.RequestStage;
import maestro.api.Vlans;
import maestro.api.topology.HostLocations;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.packets.Addresses;
import maestro.apps.testkit.Allocation;
import maestro.apps.testkit.FakeOutput;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeRequest;
import maestro.apps.testkit.NeighbourFrames;
import org.junit.jupiter.api.Test;

/** What arp-responder answers to IPv6 neighbours, and in VLANs. */
class NeighbourResponderTest {
  private static final long A = 0x0200_0000_000aL;
  private static final long B = 0x0200_0000_000bL;
  private static final long ROUTER = 0x0200_0000_000cL;
  private static final long SILENT = 0x0200_0000_000dL;
  private static final long NET = 0xfd00_0000_0000_0000L;
  private static final long TO_GROUP = 0x3333_ff00_000bL;
  private static final int IP_B = 0x0a00_000b;

  /**
   * Port 1 has VLAN 10, port 2 has 20, 3 and 5 are trunks. Hosts are known in VLAN 10, at port 7.
   */
  private static final Vlans DECLARED =
      Vlans.builder()
          .access(1, 1, 10)
          .access(1, 2, 20)
          .trunk(1, 3, 10)
          .trunk(1, 5, 10)
          .access(1, 7, 10)
          .build();

  private static final byte[] CONTROLLER = {2, 0x4d, 0x53, 0, 0, 1};

  private final FakeOutput output = new FakeOutput();
  private final RequestStage stage = stage();

  private static RequestStage stage() {
    FakePlatform platform = FakePlatform.withSettings("arp-responder", "").declare(DECLARED);
    platform.set("hosts", (Object) new KnownHosts());
    Map<Port, Role> roles = new HashMap<>(Map.of(new Port(1, 5), Role.SWITCH));
    for (int port : new int[] {1, 2, 3, 4, 7}) {
      roles.put(new Port(1, port), Role.HOST);
    }
    platform.set("topology", Topology.of(List.of(1L), List.of(), roles));
    return (RequestStage) platform.start(new ArpResponder()).batch().orElseThrow().get();
  }

  @Test
  void shouldAnswerForAHostThatIsKnown() {
    assertThat(handle(1, solicitation(0xb))).containsExactly("reply", "drop", "consume");
    assertThat(output.replies().get(0)).isEqualTo(advertisement(B, 0xb, 0x40));
  }

  @Test
  void shouldSayThatARouterIsOneWhenItAnswersForIt() {
    handle(1, solicitation(0xc));
    assertThat(output.replies().get(0)).isEqualTo(advertisement(ROUTER, 0xc, 0xc0));
  }

  @Test
  void shouldLeaveTheAnswerToTheHostWhenItIsNotKnownWhetherItIsARouter() {
    assertThat(handle(1, solicitation(0xd))).isEmpty();
  }

  @Test
  void shouldAnswerWithTheTagOfTheSolicitation() {
    handle(3, NeighbourFrames.tagged(solicitation(0xb), 10));
    assertThat(output.replies().get(0))
        .isEqualTo(NeighbourFrames.tagged(advertisement(B, 0xb, 0x40), 10));
  }

  @Test
  void shouldNotAnswerWhenTheHostIsInAnotherVlan() {
    assertThat(handle(2, solicitation(0xb))).isEmpty();
    assertThat(handle(4, solicitation(0xb))).as("untagged").isEmpty();
    assertThat(handle(3, solicitation(0xb))).as("not carried").isEmpty();
    assertThat(handle(1, NeighbourFrames.tagged(solicitation(0xb), 10))).isEmpty();
  }

  @Test
  void shouldNotAnswerAtAPortToASwitch() {
    assertThat(handle(5, NeighbourFrames.tagged(solicitation(0xb), 10))).isEmpty();
    assertThat(handle(5, NeighbourFrames.tagged(arp(), 10))).isEmpty();
  }

  @Test
  void shouldAnswerFromTheControllerAtAPortOfUnknownRole() {
    handle(6, NeighbourFrames.tagged(solicitation(0xb), 10));
    handle(6, NeighbourFrames.tagged(arp(), 10));
    assertThat(output.replies())
        .hasSize(2)
        .allSatisfy(reply -> assertThat(Arrays.copyOfRange(reply, 6, 12)).isEqualTo(CONTROLLER));
  }

  @Test
  void shouldLetEverybodyHearWhoWantsAnAddress() {
    byte[] unspecified = NeighbourFrames.solicitation(A, 0, 0, TO_GROUP, NET, 0xb);
    assertThat(handle(1, unspecified)).isEmpty();
  }

  @Test
  void shouldLeaveAloneWhatItNeedNotAnswer() {
    assertThat(handle(1, NeighbourFrames.solicitation(A, NET, 0xa, B, NET, 0xb)))
        .as("whether it is still there")
        .isEmpty();
    assertThat(handle(7, solicitation(0xb))).as("at the same port").isEmpty();
    assertThat(handle(1, solicitation(0xe))).as("unknown").isEmpty();
    assertThat(handle(1, advertisement(B, 0xb, 0))).isEmpty();
    byte[] damaged = solicitation(0xb);
    damaged[60] ^= 1;
    assertThat(handle(1, damaged)).as("its checksum is wrong").isEmpty();
  }

  @Test
  void shouldAnswerArpInItsVlanAlone() {
    assertThat(handle(1, arp())).containsExactly("reply", "drop", "consume");
    assertThat(handle(3, NeighbourFrames.tagged(arp(), 10)))
        .containsExactly("reply", "drop", "consume");
    assertThat(handle(2, arp())).isEmpty();
    assertThat(handle(4, arp())).isEmpty();
    assertThat(handle(3, arp())).isEmpty();
    assertThat(handle(4, NeighbourFrames.tagged(arp(), 10)))
        .containsExactly("reply", "drop", "consume");
  }

  @Test
  void shouldAllocateNothingWhenItAnswers() {
    assertThat(
            Allocation.bytesPerRequest(
                stage,
                new FakeRequest(1, 1, 0, solicitation(0xb)),
                new FakeRequest(1, 3, 0, NeighbourFrames.tagged(arp(), 10)),
                new FakeRequest(1, 2, 0, solicitation(0xb))))
        .isLessThan(0.1);
  }

  private static byte[] solicitation(long target) {
    return NeighbourFrames.solicitation(A, NET, 0xa, TO_GROUP, NET, target);
  }

  private static byte[] advertisement(long owner, long target, int flags) {
    return NeighbourFrames.advertisement(owner, NET, target, A, NET, 0xa, flags);
  }

  private static byte[] arp() {
    ByteBuffer arp = ByteBuffer.allocate(28);
    arp.putLong(0x0001_0800_0604_0001L).putShort((short) (A >>> 32)).putInt((int) A);
    arp.putInt(0x0a00_000a).putShort((short) 0).putInt(0).putInt(IP_B);
    return FakeRequest.ethernet(A, Addresses.BROADCAST, 0x0806, arp.array());
  }

  private List<String> handle(int port, byte[] frame) {
    stage.onRequest(new FakeRequest(1, port, 0, frame), output);
    return output.takeSaid();
  }

  /** B, a router, and one that has not said what it is, at port 7 in VLAN 10. */
  private static final class KnownHosts implements HostLocations {
    @Override
    public long locationOf(int vlan, long ethAddress) {
      return vlan == 10 && ethAddress >= B && ethAddress <= SILENT ? 7 : UNKNOWN;
    }

    @Override
    public long ethAddressOf(int vlan, int ipv4) {
      return vlan == 10 && ipv4 == IP_B ? B : UNKNOWN;
    }

    @Override
    public long ethAddressOf(int vlan, long ipv6High, long ipv6Low) {
      return vlan == 10 && ipv6High == NET && ipv6Low >= 0xb && ipv6Low <= 0xd
          ? B - 0xb + ipv6Low
          : UNKNOWN;
    }

    @Override
    public NeighbourRole roleOf(int vlan, long ethAddress) {
      return ethAddress == B
          ? NeighbourRole.HOST
          : ethAddress == ROUTER ? NeighbourRole.ROUTER : NeighbourRole.UNKNOWN;
    }

    @Override
    public long locationOf(long ethAddress) {
      return UNKNOWN;
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
      return UNKNOWN;
    }

    @Override
    public int count() {
      return 3;
    }
  }
}
