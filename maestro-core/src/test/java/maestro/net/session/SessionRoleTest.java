package maestro.net.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import maestro.api.RefusedException;
import maestro.api.RequestStage;
import maestro.metrics.Counter;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.openflow.ColdCodec;
import maestro.openflow.RoleMessages;
import maestro.testkit.LogOf;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.projectfloodlight.openflow.protocol.OFMessage;

/** What is sent for a role, and what the switch's answers make of it. */
class SessionRoleTest {
  private static final int NUMBER = 0x0b0b;
  private static final int SET_CONFIG = 9;
  private static final int PACKET_OUT = 13;
  private static final int FLOW_MOD = 14;
  private static final int PORT_DESC = 18;
  private static final int BARRIER = 20;
  private static final int ROLE_REQUEST = 24;
  private static final String NO_GENERATION = "ffffffffffffffff";
  private static final String STALE = "000b 0000";
  private static final String BAD_TYPE = "0001 0001";

  private final RecordingRoles roles = new RecordingRoles(Role.STANDBY, NUMBER);

  @AutoClose
  private final Rig rig =
      Rig.setup()
          .roles(roles)
          .stage((RequestStage) (request, output) -> output.flood(request))
          .start();

  private FakeSwitch client;
  private int lastXid;

  private Session session() {
    return Session.of(rig.connection(1));
  }

  /** A 1.3 switch up to its port descriptions, for a controller that begins in a role. */
  private void join(Role first) {
    roles.first = first;
    client = rig.connect();
    client.send(Messages.HELLO_BOTH).send(Messages.features(4, 1));
    rig.pump();
    assertThat(sentTypes()).containsExactly(0, 5, ROLE_REQUEST, PORT_DESC);
    rig.tell(client, Messages.portDesc(false, 1, 2));
  }

  /** The types of what the switch has got; notes the xid of a role request. */
  private List<Integer> sentTypes() {
    List<Integer> types = new ArrayList<>();
    for (byte[] message : client.take()) {
      types.add(Messages.type(message));
      if (Messages.type(message) == ROLE_REQUEST) {
        lastXid = Messages.xid(message);
      }
    }
    return types;
  }

  /** The one message that the switch has got, a role request: the role and the generation. */
  private String asked() {
    List<byte[]> sent = client.take();
    assertThat(sent).hasSize(1);
    assertThat(Messages.type(sent.get(0))).isEqualTo(ROLE_REQUEST);
    lastXid = Messages.xid(sent.get(0));
    ByteBuffer b = ByteBuffer.wrap(sent.get(0));
    return b.getInt(8) + " " + "%x".formatted(b.getLong(16));
  }

  private void reply(int role, String generation) {
    rig.tell(client, "04 19 0018 %08x %08x 00000000 %s".formatted(lastXid, role, generation));
  }

  private void replyError(String typeAndCode) {
    rig.tell(client, "04 01 000c %08x %s".formatted(lastXid, typeAndCode));
  }

  /** The switch gives the last role asked for. */
  private void giveMaster() {
    reply(RoleMessages.NO_CHANGE + 1, NO_GENERATION);
    assertThat(asked()).isEqualTo("2 10b0b");
    reply(RoleMessages.MASTER, "0000000000010b0b");
  }

  private void giveStandby() {
    reply(RoleMessages.EQUAL, NO_GENERATION);
    assertThat(asked()).isEqualTo("3 0");
    reply(RoleMessages.SLAVE, "0000000000000000");
  }

  private static String status(int role, String generation) {
    return "04 04 0020 00000000 4f4e4600 00000777 %08x 00 000000 %s".formatted(role, generation);
  }

  @Test
  void shouldWriteNothingAndStayWhenStandby() {
    join(Role.STANDBY);
    assertThat(session().isEstablished()).isFalse();
    giveStandby();
    rig.settle();
    assertThat(session().isEstablished()).isTrue();
    assertThat(session().isReady()).isFalse();
    assertThat(session().role()).isEqualTo(Role.STANDBY);
    assertThat(session().ports().keySet()).containsExactlyInAnyOrder(1, 2);
    assertThat(roles.take()).containsExactly("STANDBY 0.0");
    client.send(Messages.packetIn(4, 5)).send(Messages.portStatus(4, 1, 2, 0));
    rig.pump();
    assertThat(client.take()).as("neither table-miss entry, nor answer, nor question").isEmpty();
    assertThat(session().ports().keySet()).containsExactly(1);
    assertThat(rig.counted(Counter.REQUESTS)).isZero();
    rig.pass(20_000);
    assertThat(client.takeTypes()).as("echo requests").isNotEmpty().containsOnly(2);
  }

  @Test
  void shouldClaimAboveTheGenerationThatTheSwitchHasWhenMaster() {
    join(Role.MASTER);
    reply(RoleMessages.EQUAL, "000000000007ffff");
    assertThat(asked()).isEqualTo("2 80b0b");
    assertThat(session().isEstablished()).isFalse();
    assertThat(rig.ask(client, Messages.packetIn(4, 5)))
        .as("nothing before the switch confirms")
        .isEmpty();
    reply(RoleMessages.MASTER, "0000000000080b0b");
    assertThat(sentTypes()).containsExactly(SET_CONFIG, FLOW_MOD, BARRIER);
    assertThat(session().isReady()).isTrue();
    assertThat(session().isEstablished()).isTrue();
    assertThat(roles.take()).containsExactly("MASTER 8.2827");
    rig.tell(client, Messages.packetIn(4, 6));
    assertThat(sentTypes()).containsExactly(PACKET_OUT);
  }

  @Test
  void shouldTakeOverWhenOrdered() {
    join(Role.STANDBY);
    giveStandby();
    session().want(Role.MASTER);
    assertThat(asked()).as("NOCHANGE, at once").isEqualTo("0 0");
    session().want(Role.MASTER);
    reply(RoleMessages.SLAVE, "0000000000050001");
    assertThat(asked()).isEqualTo("2 60b0b");
    reply(RoleMessages.MASTER, "0000000000060b0b");
    assertThat(sentTypes()).containsExactly(SET_CONFIG, FLOW_MOD, BARRIER);
    assertThat(session().isReady()).isTrue();
    assertThat(roles.take()).containsExactly("STANDBY 0.0", "MASTER 6.2827");
  }

  @Test
  void shouldStandByAndNotClaimAgainWhenTheClaimComesTooLate() {
    join(Role.MASTER);
    reply(RoleMessages.EQUAL, NO_GENERATION);
    assertThat(asked()).isEqualTo("2 10b0b");
    replyError(STALE);
    assertThat(asked()).as("reads again").isEqualTo("0 0");
    reply(RoleMessages.EQUAL, "0000000000020001");
    assertThat(roles.take()).containsExactly("lost 2.1");
    assertThat(asked()).isEqualTo("3 20001");
    reply(RoleMessages.SLAVE, "0000000000020001");
    rig.pass(1_000);
    assertThat(client.take()).isEmpty();
    assertThat(session().isEstablished()).isTrue();
    assertThat(session().isReady()).isFalse();
    assertThat(roles.take()).containsExactly("STANDBY 2.1");
  }

  @Test
  void shouldStopAtOnceWhenTheSwitchTellsOfAnotherMaster() throws Exception {
    try (LogOf log = new LogOf(Session.class)) {
      join(Role.MASTER);
      giveMaster();
      rig.settle();
      client.take();
      roles.take();
      OFMessage request = ColdCodec.factory(4).buildBarrierRequest().build();
      CompletableFuture<List<OFMessage>> open = session().request(request);
      client.take();
      client.send(
          Messages.join(
              FakeSwitch.hex(status(RoleMessages.SLAVE, "0000000000020001")),
              Messages.packetIn(4, 5),
              FakeSwitch.hex(status(RoleMessages.SLAVE, "0000000000020001"))));
      rig.settle();
      assertThat(session().role()).isEqualTo(Role.STANDBY);
      assertThat(session().isReady()).isFalse();
      assertThat(rig.counted(Counter.REQUESTS)).isZero();
      assertThat(roles.take()).as("told once").containsExactly("lost 2.1");
      assertThatThrownBy(open::get)
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(RefusedException.class)
          .hasMessageContaining("another controller is master");
      rig.pass(3_000);
      assertThat(client.take()).as("it asks for nothing more").isEmpty();
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("another controller is master, so this controller stands by");
    }
  }

  @Test
  void shouldStandByWhenTheSwitchRefusesWritesOfASlave() {
    join(Role.MASTER);
    giveMaster();
    rig.settle();
    client.take();
    client.send("04 01 000c 00000000 0001 000a").send("04 01 000c 00000000 0001 000a");
    rig.pump();
    assertThat(session().isReady()).isFalse();
    assertThat(asked()).as("to know the generation").isEqualTo("0 0");
    reply(RoleMessages.SLAVE, "0000000000030001");
    assertThat(roles.take()).containsExactly("MASTER 1.2827", "lost 3.1", "STANDBY 3.1");
    assertThat(client.take()).isEmpty();
    assertThat(session().errors().mayInstall(rig.nowNs())).as("no entry was refused").isTrue();
  }

  @Test
  void shouldServeAgainWhenOrderedAfterALoss() {
    join(Role.MASTER);
    giveMaster();
    client.send(status(RoleMessages.SLAVE, "0000000000020001"));
    rig.settle();
    client.take();
    session().want(Role.MASTER);
    assertThat(asked()).isEqualTo("0 0");
    reply(RoleMessages.SLAVE, "0000000000020001");
    assertThat(asked()).isEqualTo("2 30b0b");
    reply(RoleMessages.MASTER, "0000000000030b0b");
    assertThat(sentTypes()).containsExactly(SET_CONFIG, FLOW_MOD, BARRIER);
    client.send(Messages.packetIn(4, 6));
    rig.settle();
    assertThat(sentTypes()).contains(PACKET_OUT);
  }

  @Test
  void shouldClaimAboveWhatItKnowsWhenTheSwitchHasForgottenIt() {
    roles.above = 5L << 16 | 3;
    join(Role.MASTER);
    reply(RoleMessages.EQUAL, NO_GENERATION);
    assertThat(asked()).isEqualTo("2 60b0b");
    reply(RoleMessages.MASTER, "0000000000060b0b");
    assertThat(session().isReady()).isTrue();
  }

  @Test
  void shouldAskTheSwitchWhenOrderedToBeWhatItIs() {
    join(Role.MASTER);
    giveMaster();
    rig.settle();
    client.take();
    session().want(Role.MASTER);
    assertThat(asked()).isEqualTo("0 0");
    reply(RoleMessages.MASTER, "0000000000010b0b");
    assertThat(client.take()).as("it is so").isEmpty();
    session().want(Role.MASTER);
    assertThat(asked()).isEqualTo("0 0");
    reply(RoleMessages.SLAVE, "0000000000020001");
    assertThat(session().isReady()).as("the switch has another master, and told nobody").isFalse();
    assertThat(asked()).isEqualTo("2 30b0b");
  }

  @Test
  void shouldFollowTheLastOrderWhenSeveralCome() {
    join(Role.MASTER);
    session().want(Role.STANDBY);
    reply(RoleMessages.EQUAL, NO_GENERATION);
    assertThat(asked()).isEqualTo("3 0");
    session().want(Role.MASTER);
    reply(RoleMessages.SLAVE, "0000000000000000");
    assertThat(asked()).isEqualTo("0 0");
    reply(RoleMessages.SLAVE, "0000000000000000");
    assertThat(asked()).isEqualTo("2 10b0b");
    reply(RoleMessages.MASTER, "0000000000010b0b");
    assertThat(session().isReady()).isTrue();
    assertThat(roles.take()).containsExactly("MASTER 1.2827");
  }

  @Test
  void shouldStandByWhenOrderedWhileServing() {
    join(Role.MASTER);
    giveMaster();
    rig.settle();
    client.take();
    session().want(Role.STANDBY);
    assertThat(asked()).isEqualTo("0 0");
    reply(RoleMessages.MASTER, "0000000000010b0b");
    assertThat(asked()).isEqualTo("3 10b0b");
    reply(RoleMessages.SLAVE, "0000000000010b0b");
    assertThat(session().isReady()).isFalse();
    assertThat(roles.take()).containsExactly("MASTER 1.2827", "STANDBY 1.2827");
  }

  @Test
  void shouldServeAsMasterAndStaySilentAsStandbyWhenTheSwitchKnowsNoRoles() {
    try (LogOf log = new LogOf(Session.class)) {
      join(Role.STANDBY);
      replyError(BAD_TYPE);
      assertThat(client.take()).isEmpty();
      assertThat(session().isEstablished()).isTrue();
      assertThat(session().isReady()).isFalse();
      session().want(Role.MASTER);
      assertThat(asked()).isEqualTo("0 0");
      replyError(BAD_TYPE);
      assertThat(sentTypes()).containsExactly(SET_CONFIG, FLOW_MOD, BARRIER);
      assertThat(session().isReady()).isTrue();
      assertThat(log.warnings()).as("once").hasSize(1);
    }
  }

  @Test
  void shouldTakeTheSwitchForOneWithoutRolesWhenItCallsItsOwnGenerationOld() {
    join(Role.STANDBY);
    for (int i = 0; i < 20 && !session().isEstablished(); i++) {
      reply(RoleMessages.EQUAL, "0000000000020001");
      assertThat(asked()).isEqualTo("3 20001");
      replyError(STALE);
      client.take().forEach(message -> lastXid = Messages.xid(message));
    }
    assertThat(session().isEstablished()).isTrue();
    assertThat(session().isReady()).isFalse();
  }

  @Test
  void shouldCloseWhenTheSwitchDoesNotAnswerForItsRole() {
    join(Role.MASTER);
    for (int i = 0; i < 12; i++) {
      client.send(Messages.header(4, 2, 1));
      rig.pass(1_000);
    }
    assertThat(client.isClosedByPeer()).isTrue();
    assertThat(rig.counted(Counter.LATE_HANDSHAKES)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldUseTheExtensionWhenSwitchSpeaks10(boolean isSlaveByError) {
    roles.first = Role.STANDBY;
    client = rig.connect();
    client.send(Messages.HELLO_10).send(Messages.features(1, 1, 1, 2));
    rig.pump();
    assertThat(client.takeHex()).last().isEqualTo("01040014400000010000" + "23200000000a00000002");
    rig.tell(client, "01 04 0014 40000001 00002320 0000000b 00000002");
    assertThat(session().isEstablished()).isTrue();
    assertThat(session().isReady()).isFalse();
    session().want(Role.MASTER);
    assertThat(client.takeHex()).containsExactly("01040014400000020000" + "23200000000a00000001");
    rig.tell(client, "01 04 0014 40000002 00002320 0000000b 00000001");
    assertThat(client.takeTypes()).containsExactly(SET_CONFIG, 18);
    assertThat(session().isReady()).isTrue();
    rig.tell(
        client,
        isSlaveByError
            ? "01 01 000c 00000000 0001 0005"
            : "01 04 0014 00000007 00002320 0000000b 00000002");
    assertThat(session().isReady()).isFalse();
    assertThat(roles.take()).containsExactly("STANDBY 0.0", "MASTER 0.0", "lost 0.0");
  }

  @Test
  void shouldNeitherShareNorLowerAGenerationWhenControllersClaim() {
    long[] had = {0, 1, 0xffff, 0x1_0000, Long.MAX_VALUE, Long.MIN_VALUE, -0x1_0000, -2, -1};
    for (long generation : had) {
      long one = SessionRole.claimAbove(generation, 1);
      long other = SessionRole.claimAbove(generation, 0xffff);
      assertThat(one).isNotEqualTo(other);
      assertThat(one - generation).isPositive();
      assertThat(other - generation).isPositive();
      assertThat(SessionRole.claimAbove(other, 0) - other).isPositive();
    }
  }
}
