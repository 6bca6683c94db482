package maestro.sequence.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import maestro.api.FlowActions;
import maestro.api.FlowOptions;
import maestro.api.RequestStage;
import maestro.metrics.Counter;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.net.session.Session;
import maestro.openflow.OpenFlow;
import maestro.openflow.entry.FlowModEncoder;
import maestro.testkit.LogOf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Packets that somebody else's entry sends to the controller, and where else it wants. */
class PacketCopiesTest {
  private static final int REASON_13 = 14;
  private static final int COOKIE_13 = 16;
  private static final int REASON_10 = 16;
  private static final int ACTION = 1;
  private static final long FOREIGN = 0x1234;
  private static final long MISS = FlowModEncoder.TABLE_MISS_COOKIE;

  private enum Answer {
    FORWARD,
    PORTS,
    ACTIONS,
    FLOOD,
    INSTALL,
    INSTALL_ACTIONS,
    INSTALL_DROP,
    REPLY
  }

  private static RequestStage stage(Answer answer) {
    FlowOptions options = FlowOptions.timeouts(9, 9);
    FlowActions both = FlowActions.outputs(2, 3);
    return switch (answer) {
      case FORWARD -> (request, output) -> output.forward(request, 2);
      case PORTS -> (request, output) -> output.forward(request, new int[] {2, 3}, 2);
      case ACTIONS -> (request, output) -> output.forward(request, both);
      case FLOOD -> (request, output) -> output.flood(request);
      case INSTALL -> (request, output) -> output.installAndForward(request, 2, options);
      case INSTALL_ACTIONS -> (request, output) -> output.installAndForward(request, both, options);
      case INSTALL_DROP -> (request, output) -> output.installDrop(request, options);
      case REPLY -> (request, output) -> output.reply(request, Messages.FRAME, 20);
    };
  }

  @ParameterizedTest
  @EnumSource(Answer.class)
  void shouldSendNothingWhenAForeignEntrySendsThePacket(Answer answer) {
    try (Rig rig = Rig.setup().stage(stage(answer)).start();
        LogOf log = new LogOf(Session.class)) {
      FakeSwitch client = rig.join(4, 1);
      assertThat(answers(rig, client, missed(MISS))).as("a request").isNotEmpty();
      assertThat(answers(rig, client, sentByEntry(0)))
          .as("a foreign entry without cookie")
          .isEmpty();
      assertThat(answers(rig, client, sentByEntry(FOREIGN))).isEmpty();
      assertThat(rig.metrics.total(Counter.REQUESTS_COPIED)).isEqualTo(2);
      assertThat(log.lines()).filteredOn(line -> line.contains("no application's")).hasSize(1);
      assertThat(answers(rig, client, Messages.packetIn(4, 2))).isNotEmpty();
    }
  }

  /** Open vSwitch does, to what a patch port brings of a PACKET_OUT. */
  @Test
  void shouldAnswerWhenSomePacketsOfTheTableMissEntryHaveThisReason() {
    try (Rig rig = Rig.setup().stage(stage(Answer.FORWARD)).start()) {
      FakeSwitch client = rig.join(4, 1);
      assertThat(answers(rig, client, sentByEntry(MISS))).hasSize(1);
      assertThat(answers(rig, client, missed(MISS))).hasSize(1);
      assertThat(answers(rig, client, sentByEntry(MISS))).hasSize(1);
      assertThat(answers(rig, client, sentByEntry(FOREIGN))).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 9})
  void shouldAnswerWhenTheSwitchGivesMissesACookieOfItsOwn(long cookie) {
    try (Rig rig = Rig.setup().stage(stage(Answer.FORWARD)).start()) {
      FakeSwitch client = rig.join(4, 1);
      assertThat(answers(rig, client, missed(cookie))).hasSize(1);
      assertThat(answers(rig, client, sentByEntry(cookie))).hasSize(1);
      assertThat(answers(rig, client, sentByEntry(FOREIGN))).isEmpty();
    }
  }

  @Test
  void shouldAnswerWhenTheSwitchTellsNoCookies() {
    try (Rig rig = Rig.setup().stage(stage(Answer.FORWARD)).start()) {
      FakeSwitch client = rig.join(4, 1);
      assertThat(answers(rig, client, missed(-1))).hasSize(1);
      assertThat(answers(rig, client, sentByEntry(-1))).hasSize(1);
    }
  }

  @Test
  void shouldAnswerWhenTheSwitchGivesEveryPacketThisReason() {
    try (Rig rig = Rig.setup().stage(stage(Answer.FORWARD)).start()) {
      FakeSwitch client = rig.join(4, 1);
      assertThat(answers(rig, client, sentByEntry(MISS))).hasSize(1);
      assertThat(answers(rig, client, sentByEntry(0))).hasSize(1);
      assertThat(answers(rig, client, sentByEntry(FOREIGN))).hasSize(1);
    }
  }

  @Test
  void shouldAnswerWhenAnApplicationsEntrySendsThePacket() {
    try (Rig rig = Rig.setup().stage(stage(Answer.INSTALL)).start()) {
      FakeSwitch client = rig.join(4, 1);
      List<byte[]> first = answers(rig, client, Messages.packetIn(4, 1));
      long own = ByteBuffer.wrap(first.get(0)).getLong(OpenFlow.HEADER_BYTES);
      assertThat(answers(rig, client, sentByEntry(own))).isNotEmpty();
    }
  }

  @Test
  void shouldAnswerWhenTheVersionTellsNoCookie() {
    try (Rig rig = Rig.setup().stage(stage(Answer.FORWARD)).start()) {
      FakeSwitch client = rig.join(1, 1);
      assertThat(answers(rig, client, Messages.packetIn(1, 1))).hasSize(1);
      byte[] byEntry = Messages.packetIn(1, 2);
      byEntry[REASON_10] = ACTION;
      assertThat(answers(rig, client, byEntry)).hasSize(1);
    }
  }

  @Test
  void shouldFreeTheBufferWhenACopyHasOne() {
    try (Rig rig = Rig.setup().stage(stage(Answer.INSTALL)).start()) {
      FakeSwitch client = rig.join(4, 1);
      answers(rig, client, Messages.packetIn(4, 1));
      byte[] copy = Messages.packetIn(4, 2, 77, 1, Messages.FRAME);
      copy[REASON_13] = ACTION;
      ByteBuffer.wrap(copy).putLong(COOKIE_13, FOREIGN);
      assertThat(answers(rig, client, copy))
          .singleElement()
          .satisfies(
              message -> assertThat(Messages.type(message)).isEqualTo(OpenFlow.PACKET_OUT),
              message ->
                  assertThat(ByteBuffer.wrap(message).getInt(OpenFlow.HEADER_BYTES)).isEqualTo(77));
    }
  }

  private static List<byte[]> answers(Rig rig, FakeSwitch client, byte[] packetIn) {
    return rig.ask(client, packetIn);
  }

  private static byte[] sentByEntry(long cookie) {
    byte[] message = missed(cookie);
    message[REASON_13] = ACTION;
    return message;
  }

  private static byte[] missed(long cookie) {
    byte[] message = Messages.packetIn(4, 1);
    ByteBuffer.wrap(message).putLong(COOKIE_13, cookie);
    return message;
  }
}
