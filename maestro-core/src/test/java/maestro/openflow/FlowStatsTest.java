package maestro.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import maestro.openflow.entry.FlowStatsEncoder;
import maestro.openflow.entry.FlowStatsEntryFlyweight;
import maestro.openflow.entry.FlowStatsFlyweight;
import maestro.testkit.EachVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowDeleteStrict;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.OFFlowStatsReply;
import org.projectfloodlight.openflow.protocol.OFFlowStatsRequest;
import org.projectfloodlight.openflow.protocol.OFStatsReplyFlags;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.protocol.action.OFActionOutput;
import org.projectfloodlight.openflow.protocol.instruction.OFInstructionApplyActions;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.EthType;
import org.projectfloodlight.openflow.types.IPv4Address;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.OFVlanVidMatch;
import org.projectfloodlight.openflow.types.TableId;
import org.projectfloodlight.openflow.types.U64;

/** Flow statistics: against vectors written by hand, and against openflowj in both directions. */
class FlowStatsTest {
  private static final int AT = 5;
  private static final int CASES = 300;

  /**
   * In-port 3, ff:ee:dd:cc:bb:aa to 00:11:22:33:44:55, VLAN 10, to port 7 and to the controller.
   */
  private static final String PART_10 =
      "01 11 0074 80000001 0001 0001"
          + "0068 00 00"
          + "003fffe0 0003 ffeeddccbbaa 001122334455 000a 00 00 0000 00 00 0000 00000000 00000000"
          + "0000 0000"
          + "00000102 00000000 0064 001e 003c 000000000000 006d61657374726f"
          + "8000000000000005 0000000000000000"
          + "0000 0008 0007 ffff 0000 0008 fffd ffff";

  /** The same, but for packets without a tag. */
  private static final String PART_13 =
      "04 13 0090 80000001 0001 0000 00000000"
          + "0080 02 00 00000102 00000000 0064 001e 003c 0000 00000000 006d61657374726f"
          + "8000000000000005 0000000000000000"
          + "0001 0026 80000004 00000003 80000606 001122334455 80000806 ffeeddccbbaa 80000c02 0000"
          + "0000"
          + "0004 0028 00000000 0000 0010 00000007 ffff 000000000000"
          + "0000 0010 fffffffd ffff 000000000000";

  private final Random random = new Random(20261123);
  private final FlowStatsFlyweight part = new FlowStatsFlyweight();

  private boolean wrap(String hex) {
    byte[] bytes = Bytes.of(hex);
    ByteBuffer b = ByteBuffer.allocateDirect(AT + bytes.length).put(AT, bytes);
    return part.wrap(b, AT, bytes.length);
  }

  private void hasTheGoldenFields(int vlan) {
    FlowStatsEntryFlyweight entry = part.entry();
    assertThat(entry.priority()).isEqualTo(100);
    assertThat(entry.idleTimeoutSeconds()).isEqualTo(30);
    assertThat(entry.hardTimeoutSeconds()).isEqualTo(60);
    assertThat(entry.ageSeconds()).isEqualTo(0x102);
    assertThat(entry.cookie()).isEqualTo(0x006d_6165_7374_726fL);
    assertThat(entry.packets()).isEqualTo(0x8000_0000_0000_0005L);
    assertThat(entry.hasInPort() && entry.hasEthSrc() && entry.hasEthDst()).isTrue();
    assertThat(entry.inPort()).isEqualTo(3);
    assertThat(entry.ethSrc()).isEqualTo(0xffee_ddcc_bbaaL);
    assertThat(entry.ethDst()).isEqualTo(0x0011_2233_4455L);
    assertThat(entry.hasVlan()).isTrue();
    assertThat(entry.vlan()).isEqualTo(vlan);
    assertThat(entry.outputCount()).isEqualTo(2);
    assertThat(entry.output(0)).isEqualTo(7);
    assertThat(entry.output(1)).isEqualTo(OpenFlow.PORT_CONTROLLER);
  }

  @Test
  void shouldReadEntryWhenVersion10() {
    assertThat(wrap(PART_10)).isTrue();
    assertThat(part.hasMore()).isTrue();
    assertThat(part.next()).isTrue();
    assertThat(part.entry().table()).isZero();
    hasTheGoldenFields(10);
    assertThat(part.next()).isFalse();
  }

  @Test
  void shouldReadEntryWhenVersion13() {
    assertThat(wrap(PART_13)).isTrue();
    assertThat(part.hasMore()).isFalse();
    assertThat(part.next()).isTrue();
    assertThat(part.entry().table()).isEqualTo(2);
    hasTheGoldenFields(-1);
    assertThat(part.next()).isFalse();
  }

  @Test
  void shouldHaveNoEntryWhenPartIsEmpty() {
    assertThat(wrap("01 11 000c 80000001 0001 0000")).isTrue();
    assertThat(part.next()).isFalse();
    assertThat(wrap("04 13 0010 80000001 0001 0001 00000000")).isTrue();
    assertThat(part.next()).isFalse();
    assertThat(part.hasMore()).isTrue();
  }

  @Test
  void shouldRefuseWhenItIsNoFlowStatistics() {
    assertThat(wrap("04 13 0010 80000001 0002 0000 00000000")).isFalse();
    assertThat(wrap("04 11 0010 80000001 0001 0000 00000000")).isFalse();
    assertThat(wrap("05 13 0010 80000001 0001 0000 00000000")).isFalse();
    assertThat(wrap("04 13 000c 80000001 0001 0000")).isFalse();
    assertThat(wrap("04 13 0018 80000001 0001 0000 00000000")).isFalse();
    assertThat(wrap("01 11 0008 80000001")).isFalse();
  }

  /**
   * Each byte that is part of a length, with each value it can have: refused, or read in bounds.
   */
  @ParameterizedTest
  @ValueSource(strings = {PART_10, PART_13})
  void shouldStayInBoundsWhenLengthLies(String hex) {
    byte[] right = Bytes.of(hex);
    int refused = 0;
    for (int i = OpenFlow.HEADER_BYTES; i < right.length; i++) {
      for (int value = 0; value < 256; value++) {
        byte[] bytes = right.clone();
        bytes[i] = (byte) value;
        if (part.wrap(ByteBuffer.wrap(bytes), 0, bytes.length)) {
          while (part.next()) {
            FlowStatsEntryFlyweight entry = part.entry();
            assertThat(entry.matchOffset() + entry.matchBytes()).isLessThanOrEqualTo(bytes.length);
          }
        } else {
          refused++;
        }
      }
    }
    assertThat(refused).isGreaterThan(2 * 250); // at least the two bytes of the entry's length
  }

  @ParameterizedTest
  @ValueSource(strings = {"0000", "0037", "0057", "0090", "ffff"})
  void shouldRefuseWhenEntryLengthIsNotThatOfTheEntry(String length) {
    assertThat(wrap(PART_10.replace("0068 00 00", length + " 00 00"))).isFalse();
    assertThat(wrap(PART_13.replace("0080 02 00", length + " 02 00"))).isFalse();
  }

  @Test
  void shouldRefuseWhenMatchOrActionsLeaveTheEntry() {
    assertThat(wrap(PART_13.replace("0001 0026", "0001 0066"))).isFalse();
    assertThat(wrap(PART_13.replace("0004 0028", "0004 0030"))).isFalse();
    assertThat(wrap(PART_13.replace("0004 0028", "0004 0000"))).isFalse();
    assertThat(wrap(PART_13.replace("0000 0010 fffffffd", "0000 0018 fffffffd"))).isFalse();
    assertThat(wrap(PART_10.replace("0000 0008 fffd", "0000 0010 fffd"))).isFalse();
    assertThat(wrap(PART_10.replace("0000 0008 fffd", "0001 0000 fffd"))).isFalse();
  }

  // ---- against openflowj ----

  private Match match(OFFactory factory, int version) {
    Match.Builder match = factory.buildMatch();
    if (random.nextBoolean()) {
      match.setExact(MatchField.IN_PORT, OFPort.of(RandomFields.port(random, version)));
    }
    if (random.nextBoolean()) {
      match.setExact(MatchField.ETH_SRC, MacAddress.of(RandomFields.address(random)));
    }
    if (random.nextBoolean()) {
      match.setExact(MatchField.ETH_DST, MacAddress.of(RandomFields.address(random)));
    } else if (random.nextBoolean() && version == OpenFlow.VERSION_13) {
      MacAddress group = MacAddress.of(0x0100_0000_0000L);
      match.setMasked(MatchField.ETH_DST, group, group);
    }
    switch (random.nextInt(3)) {
      case 0 -> match.setExact(MatchField.VLAN_VID, OFVlanVidMatch.UNTAGGED);
      case 1 -> match.setExact(MatchField.VLAN_VID, OFVlanVidMatch.ofVlan(random.nextInt(4095)));
      default -> {}
    }
    if (random.nextBoolean()) {
      match.setExact(MatchField.ETH_TYPE, EthType.IPv4);
      match.setExact(MatchField.IPV4_DST, IPv4Address.of(random.nextInt()));
    }
    return match.build();
  }

  private List<OFAction> actions(OFFactory factory, int version) {
    List<OFAction> actions = new ArrayList<>();
    for (int i = random.nextInt(12); i > 0; i--) {
      OFPort port = OFPort.of(RandomFields.port(random, version));
      actions.add(
          random.nextInt(4) == 0
              ? strip(factory, version)
              : factory.actions().output(port, 0xffff));
    }
    return actions;
  }

  private static OFAction strip(OFFactory factory, int version) {
    return version == OpenFlow.VERSION_10
        ? factory.actions().stripVlan()
        : factory.actions().popVlan();
  }

  private OFFlowStatsEntry entry(OFFactory factory, int version) {
    List<OFAction> actions = actions(factory, version);
    OFFlowStatsEntry.Builder entry =
        factory
            .buildFlowStatsEntry()
            .setMatch(match(factory, version))
            .setTableId(TableId.of(random.nextInt(255)))
            .setPriority(random.nextInt(65536))
            .setIdleTimeout(random.nextInt(65536))
            .setHardTimeout(random.nextInt(65536))
            .setDurationSec(random.nextInt() & 0xffff_ffffL)
            .setCookie(U64.of(random.nextLong()))
            .setPacketCount(U64.of(random.nextLong()));
    return version == OpenFlow.VERSION_10
        ? entry.setActions(actions).build()
        : entry.setInstructions(List.of(factory.instructions().applyActions(actions))).build();
  }

  @EachVersion
  void shouldReadWhatOpenflowjWrites(int version) {
    OFFactory factory = ColdCodec.factory(version);
    for (int i = 0; i < CASES; i++) {
      List<OFFlowStatsEntry> entries = new ArrayList<>();
      for (int count = random.nextInt(5); count > 0; count--) {
        entries.add(entry(factory, version));
      }
      OFFlowStatsReply reply =
          factory
              .buildFlowStatsReply()
              .setEntries(entries)
              .setFlags(random.nextBoolean() ? Set.of(OFStatsReplyFlags.REPLY_MORE) : Set.of())
              .build();
      byte[] bytes = ColdCodec.bytes(reply);
      assertThat(part.wrap(Bytes.direct(bytes), 0, bytes.length)).isTrue();
      assertThat(part.hasMore()).isEqualTo(!reply.getFlags().isEmpty());
      for (OFFlowStatsEntry expected : entries) {
        assertThat(part.next()).isTrue();
        compare(part.entry(), expected);
        shouldDelete(part.entry(), expected);
      }
      assertThat(part.next()).isFalse();
    }
  }

  static void compare(FlowStatsEntryFlyweight ours, OFFlowStatsEntry theirs) {
    assertThat(ours.table()).isEqualTo(theirs.getTableId().getValue());
    assertThat(ours.priority()).isEqualTo(theirs.getPriority());
    assertThat(ours.idleTimeoutSeconds()).isEqualTo(theirs.getIdleTimeout());
    assertThat(ours.hardTimeoutSeconds()).isEqualTo(theirs.getHardTimeout());
    assertThat(ours.ageSeconds()).isEqualTo(theirs.getDurationSec());
    assertThat(ours.cookie()).isEqualTo(theirs.getCookie().getValue());
    assertThat(ours.packets()).isEqualTo(theirs.getPacketCount().getValue());
    Match match = theirs.getMatch();
    assertThat(ours.hasInPort()).isEqualTo(match.isExact(MatchField.IN_PORT));
    if (ours.hasInPort()) {
      assertThat(ours.inPort()).isEqualTo(match.get(MatchField.IN_PORT).getPortNumber());
    }
    assertThat(ours.hasEthSrc()).isEqualTo(match.isExact(MatchField.ETH_SRC));
    if (ours.hasEthSrc()) {
      assertThat(ours.ethSrc()).isEqualTo(match.get(MatchField.ETH_SRC).getLong());
    }
    assertThat(ours.hasEthDst()).isEqualTo(match.isExact(MatchField.ETH_DST));
    if (ours.hasEthDst()) {
      assertThat(ours.ethDst()).isEqualTo(match.get(MatchField.ETH_DST).getLong());
    }
    assertThat(ours.hasVlan()).isEqualTo(match.isExact(MatchField.VLAN_VID));
    if (ours.hasVlan()) {
      OFVlanVidMatch vlan = match.get(MatchField.VLAN_VID);
      assertThat(ours.vlan()).isEqualTo(vlan.isPresentBitSet() ? vlan.getVlan() : -1);
    }
    List<Integer> ports = new ArrayList<>();
    outputs(theirs).forEach(output -> ports.add(output.getPort().getPortNumber()));
    assertThat(ours.outputCount()).isEqualTo(ports.size());
    for (int i = 0; i < ports.size(); i++) {
      assertThat(ours.output(i)).isEqualTo(ports.get(i));
    }
  }

  private static List<OFActionOutput> outputs(OFFlowStatsEntry entry) {
    List<OFAction> actions = new ArrayList<>();
    if (entry.getVersion() == OFVersion.OF_10) {
      actions.addAll(entry.getActions());
    } else {
      entry.getInstructions().stream()
          .filter(OFInstructionApplyActions.class::isInstance)
          .forEach(apply -> actions.addAll(((OFInstructionApplyActions) apply).getActions()));
    }
    return actions.stream()
        .filter(OFActionOutput.class::isInstance)
        .map(OFActionOutput.class::cast)
        .toList();
  }

  private static void shouldDelete(FlowStatsEntryFlyweight entry, OFFlowStatsEntry shown) {
    OFFactory factory = ColdCodec.factory(entry.version());
    OFFlowDeleteStrict.Builder expected =
        factory
            .buildFlowDeleteStrict()
            .setXid(77)
            .setMatch(shown.getMatch())
            .setPriority(shown.getPriority())
            .setCookie(shown.getCookie())
            .setBufferId(OFBufferId.NO_BUFFER)
            .setOutPort(OFPort.ANY);
    if (entry.version() == OpenFlow.VERSION_13) {
      expected.setTableId(shown.getTableId()).setCookieMask(U64.NO_MASK).setOutGroup(OFGroup.ANY);
    }
    ByteBuffer out = ByteBuffer.allocate(512);
    int bytes = FlowStatsEncoder.delete(out, AT, 77, entry);
    assertThat(Bytes.toHex(Bytes.copy(out, AT, bytes)))
        .isEqualTo(Bytes.toHex(ColdCodec.bytes(expected.build())));
  }

  @EachVersion
  void shouldAskForAllEntries(int version) {
    OFFactory factory = ColdCodec.factory(version);
    OFFlowStatsRequest.Builder expected =
        factory
            .buildFlowStatsRequest()
            .setXid(0x8000_0003L)
            .setMatch(factory.matchWildcardAll())
            .setTableId(TableId.ALL)
            .setOutPort(OFPort.ANY);
    if (version == OpenFlow.VERSION_13) {
      expected.setOutGroup(OFGroup.ANY);
    }
    ByteBuffer out = ByteBuffer.allocate(128);
    assertThat(FlowStatsEncoder.request(out, AT, version, 0x8000_0003))
        .isEqualTo(FlowStatsEncoder.REQUEST_BYTES);
    assertThat(Bytes.toHex(Bytes.copy(out, AT, FlowStatsEncoder.REQUEST_BYTES)))
        .isEqualTo(Bytes.toHex(ColdCodec.bytes(expected.build())));
  }
}
