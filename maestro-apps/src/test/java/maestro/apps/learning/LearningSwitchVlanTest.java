package maestro.apps.learning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import maestro.api.PortInfo;
import maestro.api.RequestStage;
import maestro.api.Vlans;
import maestro.apps.testkit.Allocation;
import maestro.apps.testkit.FakeFrame;
import maestro.apps.testkit.FakeOutput;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.LogOfClass;
import maestro.apps.vlan.VlanFloods;
import org.junit.jupiter.api.Test;

/** The learning switch where there are tags. */
class LearningSwitchVlanTest {
  private static final long A = 0x0000_0000_0001L;
  private static final long B = 0x0000_0000_0002L;
  private static final long BROADCAST = 0xffff_ffff_ffffL;
  private static final int NONE = -1;

  /** Ports 1 and 2 have VLAN 10, 3 has 20, 4 is a trunk, 5 one with native 10, 6 not declared. */
  private static final Vlans DECLARED =
      Vlans.builder()
          .access(1, 1, 10)
          .access(1, 2, 10)
          .access(1, 3, 20)
          .trunk(1, 4, 10, 20)
          .trunkWithNative(1, 5, 10, 20)
          .build();

  private static final int LOCAL = 0xffff_fffe;

  private final FakeOutput output = new FakeOutput();
  private final RequestStage undeclared = stage(Vlans.NONE);
  private final RequestStage declared = stage(DECLARED);

  @Test
  void shouldNotLookAtTagsWhenNoneHasCome() {
    handle(undeclared, 1, NONE, A, B);
    assertThat(handle(undeclared, 2, NONE, B, A)).containsExactly("install port 1 idle 10 hard 0");
    assertThat(handle(undeclared, 2, 0, B, A))
        .as("a tag that carries a priority only")
        .containsExactly("install port 1 idle 10 hard 0");
  }

  @Test
  void shouldRemoveItsEntriesOnceAndMatchTheVlanWhenTheFirstTagComes() {
    handle(undeclared, 1, NONE, A, B);
    assertThat(handle(undeclared, 2, 10, B, A)).containsExactly("send to 1: FLOW_MOD", "flood");
    assertThat(handle(undeclared, 3, 20, B, A)).containsExactly("flood");
    assertThat(handle(undeclared, 2, NONE, B, A))
        .containsExactly("install by VLAN port 1 idle 10 hard 0");
  }

  @Test
  void shouldKeepTheSameAddressApartWhenItIsInTwoVlans() {
    handle(undeclared, 1, 10, A, BROADCAST);
    handle(undeclared, 2, 20, A, BROADCAST);
    handle(undeclared, 3, NONE, A, BROADCAST);
    assertThat(handle(undeclared, 4, 10, B, A)).containsExactly(entry("port 1"));
    assertThat(handle(undeclared, 4, 20, B, A)).containsExactly(entry("port 2"));
    assertThat(handle(undeclared, 4, NONE, B, A)).containsExactly(entry("port 3"));
    assertThat(handle(undeclared, 4, 30, B, A)).containsExactly("flood");
    assertThat(handle(undeclared, 4, 4095, B, A)).containsExactly("drop");
  }

  @Test
  void shouldRemoveEntriesWhenAHostMovesInItsVlan() {
    handle(undeclared, 1, 10, A, BROADCAST);
    assertThat(handle(undeclared, 2, 20, A, BROADCAST)).containsExactly("flood");
    assertThat(handle(undeclared, 2, 10, A, BROADCAST))
        .containsExactly("remove flows to 1", "flood");
  }

  @Test
  void shouldPushAndPopWhenPortsAreDeclared() {
    handle(declared, 1, NONE, A, BROADCAST);
    assertThat(handle(declared, 2, NONE, 22, A)).containsExactly(entry("port 1"));
    assertThat(handle(declared, 4, 10, B, A)).containsExactly(entry("pop port 1"));
    assertThat(handle(declared, 1, NONE, A, B)).containsExactly(entry("push 10 port 4"));
    assertThat(handle(declared, 1, 0, A, B)).containsExactly(entry("10 port 4"));
    assertThat(handle(declared, 2, 0, 22, A)).containsExactly(entry("pop port 1"));
    assertThat(handle(declared, 5, NONE, 55, A)).containsExactly(entry("port 1"));
    assertThat(handle(declared, 5, 10, 55, A)).containsExactly(entry("pop port 1"));
    assertThat(handle(declared, 6, 10, 66, A)).containsExactly(entry("pop port 1"));
    assertThat(handle(declared, 1, NONE, A, 66)).containsExactly(entry("push 10 port 6"));
    assertThat(handle(declared, 1, NONE, A, 55)).containsExactly(entry("port 5"));
    assertThat(handle(declared, 4, 10, B, 55)).containsExactly(entry("pop port 5"));
    assertThat(handle(declared, 4, 10, B, 66)).containsExactly(entry("port 6"));
  }

  @Test
  void shouldDropWhatItsPortDoesNotCarryAndLearnNothingOfIt() {
    assertThat(handle(declared, 1, 10, A, B)).containsExactly("drop");
    assertThat(handle(declared, 1, 20, A, B)).containsExactly("drop");
    assertThat(handle(declared, 4, NONE, A, B)).containsExactly("drop");
    assertThat(handle(declared, 4, 30, A, B)).containsExactly("drop");
    assertThat(handle(declared, 4, 10, B, A))
        .as("A is not known in VLAN 10")
        .containsExactly("forward to 4 6 pop to 1 2 5");
    assertThat(handle(declared, 4, 20, B, A))
        .as("nor in VLAN 20")
        .containsExactly("forward to 4 5 6 pop to 3");
  }

  @Test
  void shouldFloodTheVlanAloneWhenPortsAreDeclared() {
    assertThat(handle(declared, 1, NONE, A, BROADCAST))
        .containsExactly("forward to 1 2 5 push 10 to 4 6");
    assertThat(handle(declared, 1, 0, A, BROADCAST))
        .containsExactly("forward 10 to 4 6 pop to 1 2 5");
    assertThat(handle(declared, 4, 10, B, BROADCAST))
        .containsExactly("forward to 4 6 pop to 1 2 5");
    assertThat(handle(declared, 4, 20, A, BROADCAST)).containsExactly("forward to 4 5 6 pop to 3");
    assertThat(handle(declared, 6, 30, A, BROADCAST)).containsExactly("forward to 6");
    assertThat(handle(declared, 6, 31, 66, BROADCAST)).containsExactly("forward to 6");
    assertThat(handle(declared, 6, NONE, A, BROADCAST)).containsExactly("forward to 6");
  }

  @Test
  void shouldFloodNewPortsWhenOneHasCome() {
    FakePlatform platform = platform(DECLARED);
    RequestStage stage = stage(platform);
    assertThat(handle(stage, 6, NONE, A, BROADCAST)).containsExactly("forward to 6");
    platform.switches().setPort(1, 7, true);
    assertThat(handle(stage, 6, NONE, B, BROADCAST)).containsExactly("forward to 6 7");
  }

  /** As FLOOD does. */
  @Test
  void shouldFloodNoPortThatIsBlockedOrTakesNoFloods() {
    FakePlatform platform = platform(DECLARED);
    RequestStage stage = stage(platform);
    platform.switches().setPort(1, new PortInfo(7, 7, "blocked", false, 0, true, true, false));
    platform.switches().setPort(1, new PortInfo(8, 8, "no-flood", true, 0, false, false, false));
    platform.switches().setPort(1, new PortInfo(9, 9, "down", false, 0, true, false, false));
    assertThat(handle(stage, 6, NONE, A, BROADCAST)).containsExactly("forward to 6 9");
    platform.switches().setPort(1, new PortInfo(7, 7, "blocked", true, 0, true, false, false));
    assertThat(handle(stage, 6, NONE, B, BROADCAST)).containsExactly("forward to 6 7 9");
  }

  /** As FLOOD does: the machine of an Open vSwitch bridge with an IP address is a host. */
  @Test
  void shouldFloodTheSwitchsOwnPortWhenItIsUp() {
    FakePlatform platform = platform(DECLARED);
    RequestStage stage = stage(platform);
    platform.switches().setPort(1, LOCAL, false);
    assertThat(handle(stage, 6, NONE, A, BROADCAST)).containsExactly("forward to 6");
    platform.switches().setPort(1, LOCAL, true);
    assertThat(handle(stage, 6, NONE, B, BROADCAST))
        .containsExactly("forward to " + Integer.toUnsignedString(LOCAL) + " 6");
  }

  @Test
  void shouldFloodTheFirstPortsWhenOneMessageCannotNameAll() {
    FakePlatform platform = platform(DECLARED);
    for (int port = 7; port <= 2_000; port++) {
      platform.switches().setPort(1, port, true);
    }
    RequestStage stage = stage(platform);
    try (LogOfClass log = new LogOfClass(VlanFloods.class)) {
      assertThat(handle(stage, 6, NONE, A, BROADCAST))
          .singleElement()
          .asString()
          .startsWith("forward to 6 7 8 ")
          .endsWith(" 1399 1400");
      platform.switches().setPort(1, 7, false);
      handle(stage, 6, NONE, A, BROADCAST);
      assertThat(log.lines())
          .containsExactly(
              "switch 00:00:00:00:00:00:00:01: packets to everybody in a VLAN leave only by the"
                  + " 1400 ports with the lowest numbers, of 2000: more do not fit into one message"
                  + " (said once)");
    }
  }

  @Test
  void shouldAllocateNothingWhenListsAreMade() {
    handle(declared, 1, NONE, A, BROADCAST);
    assertThat(
            Allocation.bytesPerRequest(
                declared,
                FakeFrame.between(B, A).vlan(10).at(1, 4),
                FakeFrame.between(B, A).at(1, 2),
                FakeFrame.between(A, BROADCAST).at(1, 1),
                FakeFrame.between(A, BROADCAST).vlan(20).at(1, 4),
                FakeFrame.between(A, BROADCAST).vlan(30).at(1, 6),
                FakeFrame.between(A, B).vlan(30).at(1, 1)))
        .isLessThan(0.1);
  }

  private static String entry(String goes) {
    return "install by VLAN " + goes + " idle 10 hard 0";
  }

  private List<String> handle(RequestStage stage, int port, int vlan, long source, long target) {
    output.takeSaid();
    stage.onRequest(FakeFrame.between(source, target).vlan(vlan).at(1, port), output);
    return output.takeSaid();
  }

  private static FakePlatform platform(Vlans vlans) {
    FakePlatform platform =
        FakePlatform.withSettings("learning-switch", "").without("lldp").declare(vlans);
    platform.switches().add(1, 6);
    return platform;
  }

  private static RequestStage stage(Vlans vlans) {
    return stage(platform(vlans));
  }

  private static RequestStage stage(FakePlatform platform) {
    return (RequestStage) platform.start(new LearningSwitch()).batch().orElseThrow().get();
  }
}
