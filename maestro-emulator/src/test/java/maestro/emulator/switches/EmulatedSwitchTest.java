package maestro.emulator.switches;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import maestro.openflow.ColdCodec;
import maestro.openflow.MalformedMessageException;
import maestro.openflow.OpenFlow;
import maestro.openflow.RoleMessages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.projectfloodlight.openflow.protocol.OFBarrierReply;
import org.projectfloodlight.openflow.protocol.OFConfigFlags;
import org.projectfloodlight.openflow.protocol.OFControllerRole;
import org.projectfloodlight.openflow.protocol.OFDescStatsReply;
import org.projectfloodlight.openflow.protocol.OFEchoReply;
import org.projectfloodlight.openflow.protocol.OFErrorMsg;
import org.projectfloodlight.openflow.protocol.OFErrorType;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFeaturesReply;
import org.projectfloodlight.openflow.protocol.OFGetConfigReply;
import org.projectfloodlight.openflow.protocol.OFGroupType;
import org.projectfloodlight.openflow.protocol.OFHello;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPortDescStatsReply;
import org.projectfloodlight.openflow.protocol.OFPortReason;
import org.projectfloodlight.openflow.protocol.OFPortState;
import org.projectfloodlight.openflow.protocol.OFPortStatsReply;
import org.projectfloodlight.openflow.protocol.OFPortStatus;
import org.projectfloodlight.openflow.protocol.OFRoleReply;
import org.projectfloodlight.openflow.protocol.OFStatsReply;
import org.projectfloodlight.openflow.protocol.OFStatsReplyFlags;
import org.projectfloodlight.openflow.protocol.OFStatsRequest;
import org.projectfloodlight.openflow.protocol.OFType;
import org.projectfloodlight.openflow.protocol.errormsg.OFBadRequestErrorMsg;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;
import org.projectfloodlight.openflow.types.U64;

/** What a switch says, read by openflowj. */
class EmulatedSwitchTest {
  private static final long XID = 77;

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void shouldSayWhichPortIsDownAlsoAfterARestart(int version) throws MalformedMessageException {
    EmulatedSwitch sw = greeted(version, 6);
    byte[] message = sw.port(2, true);
    OFPortStatus status =
        (OFPortStatus) ColdCodec.read(ByteBuffer.wrap(message), 0, message.length);
    assertThat(status.getReason()).isEqualTo(OFPortReason.MODIFY);
    assertThat(status.getDesc().getPortNo()).isEqualTo(OFPort.of(2));
    assertThat(status.getDesc().getState()).contains(OFPortState.LINK_DOWN);
    sw.restart();
    assertThat(sw.greeted() || sw.up()).isFalse();
    byte[] up = sw.port(1, false);
    status = (OFPortStatus) ColdCodec.read(ByteBuffer.wrap(up), 0, up.length);
    assertThat(status.getDesc().getState()).doesNotContain(OFPortState.LINK_DOWN);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void shouldTellItsFeaturesWhenAsked(int version) throws MalformedMessageException {
    EmulatedSwitch sw = greeted(version, 6);
    OFFactory factory = ColdCodec.factory(version);
    OFFeaturesReply reply =
        (OFFeaturesReply) ask(sw, factory.buildFeaturesRequest().setXid(XID).build());
    assertThat(reply.getXid()).isEqualTo(XID);
    assertThat(reply.getDatapathId().getLong()).isEqualTo(0xabcdL);
    assertThat(reply.getNBuffers()).isEqualTo(256);
    assertThat(sw.up()).isTrue();
    if (version == OpenFlow.VERSION_10) {
      assertThat(reply.getPorts()).hasSize(6);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void shouldSayHelloThatNamesItsVersionAlone(int version) throws MalformedMessageException {
    OFHello hello = (OFHello) parse(sw(version, 4).hello());
    assertThat(hello.getVersion().getWireVersion()).isEqualTo(version);
    if (version == OpenFlow.VERSION_13) {
      assertThat(hello.getElements()).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void shouldKeepConfigWhenItWasSet(int version) throws MalformedMessageException {
    EmulatedSwitch sw = greeted(version, 4);
    OFFactory factory = ColdCodec.factory(version);
    List<OFMessage> none =
        tell(
            sw,
            factory
                .buildSetConfig()
                .setFlags(EnumSet.of(OFConfigFlags.FRAG_DROP))
                .setMissSendLen(0xffe5)
                .build());
    assertThat(none).isEmpty();
    OFGetConfigReply reply =
        (OFGetConfigReply) ask(sw, factory.buildGetConfigRequest().setXid(XID).build());
    assertThat(reply.getMissSendLen()).isEqualTo(0xffe5);
    assertThat(reply.getFlags()).containsExactly(OFConfigFlags.FRAG_DROP);
    assertThat(sw.missSendBytes()).isEqualTo(0xffe5);
  }

  /** The handshake of Floodlight 1.2 for OpenFlow 1.0, as it came; it pauses before the roles. */
  @Test
  void shouldNotTakeTheBarrierForTheEndWhenTheHandshakeGoesOn() throws MalformedMessageException {
    EmulatedSwitch sw = sw(OpenFlow.VERSION_10, 4);
    String[] toThePause = {
      "06000010ffffffff000100080000007e", // HELLO of 1.5 with its bitmap
      "01050008fffffffe", // FEATURES_REQUEST
      "0109000cffffffff0000ffff", // SET_CONFIG
      "01120008fffffffe", // BARRIER_REQUEST
      "01070008fffffffd", // GET_CONFIG_REQUEST
      "0110000cfffffffc00000000", // the switch's description
    };
    String[] afterThePause = {
      "01040014000f7291000023200000000a00000001", // Nicira's role request
      "01040014000f7291000023200000000b00000001", // its reply, which no switch asked for
      "010e0048000f7292003fffff" + "0".repeat(88) + "0003000000000000ffffffffffff0000",
      "01120008fffffffb",
      "01020008fffffffa", // ECHO_REQUEST
    };
    for (String message : toThePause) {
      hand(sw, ByteBuffer.wrap(HexFormat.of().parseHex(message)));
    }
    assertThat(sw.barrierSeen()).isTrue();
    assertThat(sw.barrierLast()).isFalse();
    for (String message : afterThePause) {
      hand(sw, ByteBuffer.wrap(HexFormat.of().parseHex(message)));
    }
    assertThat(sw.barrierLast()).isTrue();
    sw.restart();
    assertThat(sw.barrierLast()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void shouldAnswerBarrierAndEchoWhenAsked(int version) throws MalformedMessageException {
    EmulatedSwitch sw = greeted(version, 4);
    OFFactory factory = ColdCodec.factory(version);
    tell(sw, factory.buildFeaturesRequest().build());
    OFMessage barrier = ask(sw, factory.buildBarrierRequest().setXid(XID).build());
    assertThat(barrier).isInstanceOf(OFBarrierReply.class);
    assertThat(barrier.getXid()).isEqualTo(XID);
    assertThat(sw.barrierSeen()).isTrue();
    OFEchoReply echo =
        (OFEchoReply)
            ask(sw, factory.buildEchoRequest().setXid(XID).setData(new byte[] {1, 2, 3}).build());
    assertThat(echo.getData()).containsExactly(1, 2, 3);
    tell(sw, factory.buildEchoReply().build());
    assertThat(sw.echoRepliesSeen()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void shouldAnswerEveryStatisticsRequestOfItsVersion(int version)
      throws MalformedMessageException {
    EmulatedSwitch sw = greeted(version, 4);
    for (OFStatsRequest<?> request : statistics(version)) {
      OFMessage reply = ask(sw, request);
      assertThat(reply).as(request.toString()).isInstanceOf(OFStatsReply.class);
      assertThat(((OFStatsReply) reply).getStatsType()).isEqualTo(request.getStatsType());
      assertThat(reply.getXid()).isEqualTo(request.getXid());
    }
    OFDescStatsReply description =
        (OFDescStatsReply) ask(sw, ColdCodec.factory(version).buildDescStatsRequest().build());
    assertThat(description.getDpDesc()).isNotEmpty();
  }

  @Test
  void shouldDivideReplyWhenPortsDoNotFitIntoOneMessage() throws MalformedMessageException {
    EmulatedSwitch sw = greeted(OpenFlow.VERSION_13, SwitchDescription.MOST_PORTS);
    OFFactory factory = ColdCodec.factory(OpenFlow.VERSION_13);
    int ports = 0;
    List<OFMessage> replies = tell(sw, factory.buildPortDescStatsRequest().build());
    for (OFMessage reply : replies) {
      ports += ((OFPortDescStatsReply) reply).getEntries().size();
    }
    assertThat(ports).isEqualTo(SwitchDescription.MOST_PORTS);
    OFStatsReply last = (OFStatsReply) replies.get(replies.size() - 1);
    OFStatsReply first = (OFStatsReply) replies.get(0);
    assertThat(first.getFlags()).containsExactly(OFStatsReplyFlags.REPLY_MORE);
    assertThat(last.getFlags()).isEmpty();
    List<OFMessage> counts =
        tell(sw, factory.buildPortStatsRequest().setPortNo(OFPort.ANY).build());
    assertThat(counts.stream().mapToInt(r -> ((OFPortStatsReply) r).getEntries().size()).sum())
        .isEqualTo(SwitchDescription.MOST_PORTS);
  }

  @Test
  void shouldKeepRoleAndRefuseStaleGeneration() throws MalformedMessageException {
    EmulatedSwitch sw = greeted(OpenFlow.VERSION_13, 4);
    OFFactory factory = ColdCodec.factory(OpenFlow.VERSION_13);
    OFRoleReply master = (OFRoleReply) ask(sw, role(factory, OFControllerRole.ROLE_MASTER, 5));
    assertThat(master.getRole()).isEqualTo(OFControllerRole.ROLE_MASTER);
    OFErrorMsg stale = (OFErrorMsg) ask(sw, role(factory, OFControllerRole.ROLE_SLAVE, 4));
    assertThat(stale.getErrType()).isEqualTo(OFErrorType.ROLE_REQUEST_FAILED);
    OFRoleReply same = (OFRoleReply) ask(sw, role(factory, OFControllerRole.ROLE_NOCHANGE, 0));
    assertThat(same.getRole()).isEqualTo(OFControllerRole.ROLE_MASTER);
    assertThat(same.getGenerationId()).isEqualTo(U64.of(5));
  }

  @ParameterizedTest
  @CsvSource({
    // type, length, code: unknown type, a reply, vendor, unknown statistics, short SET_CONFIG
    "1, 99, 8, BAD_TYPE",
    "4, 99, 8, BAD_TYPE",
    "1, 6, 32, BAD_TYPE",
    "4, 6, 32, BAD_TYPE",
    "1, 4, 16, BAD_EXPERIMENTER",
    "4, 4, 16, BAD_EXPERIMENTER",
    "1, 16, 12, BAD_STAT",
    "4, 18, 16, BAD_STAT",
    "1, 9, 8, BAD_LEN",
    "4, 9, 8, BAD_LEN",
    "4, 24, 16, BAD_LEN"
  })
  void shouldSayWhatIsWrongWhenItDoesNotKnow(int version, int type, int length, String code)
      throws MalformedMessageException {
    EmulatedSwitch sw = greeted(version, 4);
    ByteBuffer message = ByteBuffer.allocate(length);
    message.put((byte) version).put((byte) type).putShort((short) length).putInt((int) XID);
    if (length > 8) {
      message.putShort(8, (short) 0x1234);
    }
    OFBadRequestErrorMsg error = (OFBadRequestErrorMsg) hand(sw, message).get(0);
    assertThat(error.getCode().name()).isEqualTo(code);
    assertThat(error.getXid()).isEqualTo(XID);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void shouldAcceptInSilenceWhatHasNoAnswer(int version) throws MalformedMessageException {
    EmulatedSwitch sw = greeted(version, 4);
    OFFactory factory = ColdCodec.factory(version);
    assertThat(tell(sw, factory.buildFlowAdd().build())).isEmpty();
    assertThat(tell(sw, factory.buildPacketOut().setActions(List.of()).build())).isEmpty();
    if (version == OpenFlow.VERSION_13) {
      assertThat(tell(sw, group(factory))).isEmpty();
    }
  }

  @Test
  void shouldRefuseWhenVersionIsNotInCommon() throws MalformedMessageException {
    EmulatedSwitch sw = sw(OpenFlow.VERSION_13, 4);
    List<OFMessage> said = tell(sw, ColdCodec.factory(OpenFlow.VERSION_10).buildHello().build());
    assertThat(((OFErrorMsg) said.get(0)).getErrType()).isEqualTo(OFErrorType.HELLO_FAILED);
    assertThat(sw.refusal()).isEqualTo("the controller does not speak OpenFlow 1.3, but 1.0");
    assertThat(sw.greeted()).isFalse();
  }

  @Test
  void shouldRefuseWhenTheBitmapHasNewerVersionsOnly() {
    EmulatedSwitch sw = sw(OpenFlow.VERSION_10, 4);
    byte[] hello = {4, 0, 0, 16, 0, 0, 0, 1, 0, 1, 0, 8, 0, 0, 0, 0x10};
    sw.handle(ByteBuffer.wrap(hello), 0, hello.length, message -> {});
    assertThat(sw.refusal()).isEqualTo("the controller does not speak OpenFlow 1.0, but 1.3");
    assertThat(sw.greeted()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "000000006E6F20312E30, 'ERROR HELLO_FAILED INCOMPATIBLE (type 0, code 0): no 1.0'",
    "00000000, 'ERROR HELLO_FAILED INCOMPATIBLE (type 0, code 0)'",
    "0000000000FF, 'ERROR HELLO_FAILED INCOMPATIBLE (type 0, code 0)'",
    "00010006, 'ERROR BAD_REQUEST BAD_LEN (type 1, code 6)'",
    "0001, ERROR without a type",
  })
  void shouldGiveTheErrorAsTheReasonWhenItIsOfAnotherVersion(String body, String reason) {
    EmulatedSwitch sw = sw(OpenFlow.VERSION_10, 4);
    byte[] hello = {4, 0, 0, 8, 0, 0, 0, 1};
    sw.handle(ByteBuffer.wrap(hello), 0, hello.length, message -> {});
    assertThat(sw.greeted()).as("it may speak 1.0, too").isTrue();
    byte[] content = HexFormat.of().parseHex(body);
    ByteBuffer error = ByteBuffer.allocate(8 + content.length);
    error.put(new byte[] {4, 1, 0, (byte) error.capacity(), 0, 0, 0, 2}).put(content);
    sw.handle(error, 0, error.capacity(), message -> {});
    assertThat(sw.refusal()).isEqualTo("the controller answered " + reason);
  }

  @Test
  void shouldKeepTheLastErrorAndAnswerNoneWhenItIsUp() throws MalformedMessageException {
    EmulatedSwitch sw = greeted(OpenFlow.VERSION_13, 4);
    tell(sw, ColdCodec.factory(OpenFlow.VERSION_13).buildFeaturesRequest().build());
    assertThat(sw.lastError()).isEmpty();
    byte[] first = new byte[300];
    System.arraycopy(new byte[] {4, 1, 1, 44, 0, 0, 0, 9, 0, 2, 0, 4}, 0, first, 0, 12);
    byte[] last = {1, 1, 0, 12, 0, 0, 0, 9, 0, 1, 0, 1}; // of another version
    assertThat(hand(sw, ByteBuffer.wrap(first))).isEmpty();
    assertThat(sw.lastError()).isEqualTo("ERROR BAD_ACTION BAD_OUT_PORT (type 2, code 4)");
    assertThat(hand(sw, ByteBuffer.wrap(last))).isEmpty();
    assertThat(sw.lastError()).isEqualTo("ERROR BAD_REQUEST BAD_TYPE (type 1, code 1)");
    assertThat(sw.refusal()).isEmpty();
    sw.restart();
    assertThat(sw.lastError()).isEmpty();
  }

  @Test
  void shouldNameTheErrorOfTheControllerBeforeItsOwn() throws MalformedMessageException {
    EmulatedSwitch sw = greeted(OpenFlow.VERSION_13, 4);
    tell(sw, ColdCodec.factory(OpenFlow.VERSION_13).buildFeaturesRequest().build());
    assertThat(sw.afterError()).isEmpty();
    byte[] unknown = {4, 99, 0, 8, 0, 0, 0, 9};
    assertThat(hand(sw, ByteBuffer.wrap(unknown))).isNotEmpty();
    assertThat(sw.afterError())
        .isEqualTo(
            ", after the switch had refused its message of type 99 with ERROR BAD_REQUEST BAD_TYPE"
                + " (type 1, code 1)");
    byte[] error = {4, 1, 0, 12, 0, 0, 0, 9, 0, 1, 0, 6};
    hand(sw, ByteBuffer.wrap(error));
    assertThat(sw.afterError())
        .isEqualTo(", after it had sent ERROR BAD_REQUEST BAD_LEN (type 1, code 6)");
    sw.restart();
    assertThat(sw.afterError()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {OpenFlow.VERSION_10, OpenFlow.VERSION_13})
  void shouldDemoteTheMasterWhenAnotherControllerClaims(int version)
      throws MalformedMessageException {
    SwitchDescription description = new SwitchDescription(0xabcd, version, 4, 256);
    SwitchRoles roles = new SwitchRoles();
    List<byte[]> told = new ArrayList<>();
    EmulatedSwitch first = new EmulatedSwitch(description, roles, told::add);
    EmulatedSwitch second = new EmulatedSwitch(description, roles, told::add);
    for (EmulatedSwitch each : List.of(first, second)) {
      hand(each, ByteBuffer.wrap(new byte[] {(byte) version, 0, 0, 8, 0, 0, 0, 1}));
      hand(each, ByteBuffer.wrap(new byte[] {(byte) version, 5, 0, 8, 0, 0, 0, 2}));
    }
    ByteBuffer packetOut = ByteBuffer.allocate(24).put((byte) version).put((byte) 13);
    packetOut.putShort((short) 24).rewind();
    assertThat(first.isServed() && second.isServed()).isTrue();

    hand(first, ByteBuffer.wrap(RoleMessages.request(version, 3, RoleMessages.MASTER, 7)));
    assertThat(first.isMaster()).isTrue();
    assertThat(first.refusesSlave(packetOut, 0, 24, told::add)).isFalse();
    hand(second, ByteBuffer.wrap(RoleMessages.request(version, 3, RoleMessages.MASTER, 8)));

    assertThat(second.isMaster()).isTrue();
    assertThat(first.isServed()).isFalse();
    if (version == OpenFlow.VERSION_13) {
      assertThat(told).containsExactly(RoleMessages.status(RoleMessages.SLAVE, 8));
    } else {
      assertThat(told).isEmpty(); // it learns by what is refused
    }
    told.clear();
    assertThat(first.refusesSlave(packetOut, 0, 24, told::add)).isTrue();
    assertThat(RoleMessages.isSlaveError(ByteBuffer.wrap(told.get(0)), 0, told.get(0).length))
        .isTrue();
    second.restart();
    assertThat(second.isMaster() || first.isMaster()).isFalse();
  }

  @Test
  void shouldSayThatTheHelloIsMalformedWhenItIs() {
    EmulatedSwitch sw = sw(OpenFlow.VERSION_13, 4);
    byte[] hello = {4, 0, 0, 12, 0, 0, 0, 1, 0, 1, 0, 9};
    sw.handle(ByteBuffer.wrap(hello), 0, hello.length, message -> {});
    assertThat(sw.refusal()).isEqualTo("the controller's HELLO is malformed");
  }

  @Test
  void shouldKeepTheFirstReasonWhenFeaturesRequestFollowsHello() throws MalformedMessageException {
    EmulatedSwitch sw = sw(OpenFlow.VERSION_13, 4);
    OFFactory factory = ColdCodec.factory(OpenFlow.VERSION_10);
    assertThat(tell(sw, factory.buildHello().build())).hasSize(1);
    assertThat(tell(sw, factory.buildFeaturesRequest().build())).isEmpty();
    assertThat(sw.refusal()).isEqualTo("the controller does not speak OpenFlow 1.3, but 1.0");
  }

  private static EmulatedSwitch sw(int version, int portCount) {
    return new EmulatedSwitch(new SwitchDescription(0xabcd, version, portCount, 256));
  }

  private static EmulatedSwitch greeted(int version, int portCount)
      throws MalformedMessageException {
    EmulatedSwitch sw = sw(version, portCount);
    tell(sw, ColdCodec.factory(version).buildHello().build());
    assertThat(sw.greeted()).isTrue();
    return sw;
  }

  private static OFMessage role(OFFactory factory, OFControllerRole role, long generation) {
    return factory.buildRoleRequest().setRole(role).setGenerationId(U64.of(generation)).build();
  }

  private static OFMessage group(OFFactory factory) {
    return factory.buildGroupAdd().setGroup(OFGroup.of(1)).setGroupType(OFGroupType.ALL).build();
  }

  private static List<OFStatsRequest<?>> statistics(int version) {
    OFFactory f = ColdCodec.factory(version);
    List<OFStatsRequest<?>> requests = new ArrayList<>();
    requests.add(f.buildDescStatsRequest().build());
    requests.add(f.buildFlowStatsRequest().setTableId(TableId.ALL).build());
    requests.add(f.buildAggregateStatsRequest().setTableId(TableId.ALL).build());
    requests.add(f.buildTableStatsRequest().build());
    requests.add(f.buildPortStatsRequest().setPortNo(OFPort.of(2)).build());
    requests.add(f.buildPortStatsRequest().setPortNo(OFPort.of(99)).build());
    requests.add(f.buildQueueStatsRequest().setPortNo(OFPort.ANY).build());
    if (version == OpenFlow.VERSION_13) {
      requests.add(f.buildGroupStatsRequest().setGroup(OFGroup.ALL).build());
      requests.add(f.buildGroupDescStatsRequest().build());
      requests.add(f.buildGroupFeaturesStatsRequest().build());
      requests.add(f.buildMeterStatsRequest().setMeterId(1).build());
      requests.add(f.buildMeterConfigStatsRequest().setMeterId(1).build());
      requests.add(f.buildMeterFeaturesStatsRequest().build());
      requests.add(f.buildTableFeaturesStatsRequest().setEntries(List.of()).build());
      requests.add(f.buildPortDescStatsRequest().build());
    }
    return requests;
  }

  private static OFMessage ask(EmulatedSwitch sw, OFMessage message)
      throws MalformedMessageException {
    List<OFMessage> said = tell(sw, message);
    assertThat(said).hasSize(1);
    return said.get(0);
  }

  private static List<OFMessage> tell(EmulatedSwitch sw, OFMessage message)
      throws MalformedMessageException {
    return hand(sw, ByteBuffer.wrap(ColdCodec.bytes(message)));
  }

  private static List<OFMessage> hand(EmulatedSwitch sw, ByteBuffer message)
      throws MalformedMessageException {
    List<byte[]> said = new ArrayList<>();
    sw.handle(message, 0, message.capacity(), said::add);
    List<OFMessage> read = new ArrayList<>();
    for (byte[] bytes : said) {
      read.add(parse(bytes));
    }
    return read;
  }

  private static OFMessage parse(byte[] bytes) throws MalformedMessageException {
    OFMessage message = ColdCodec.read(ByteBuffer.wrap(bytes), 0, bytes.length);
    assertThat(Set.of(OFType.values())).contains(message.getType());
    return message;
  }
}
