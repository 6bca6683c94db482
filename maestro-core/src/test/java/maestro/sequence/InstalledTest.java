package maestro.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import maestro.api.ApplicationContext;
import maestro.api.FlowActions;
import maestro.api.FlowOptions;
import maestro.api.RefusedMessage;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.entries.PlatformCookie;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.net.RigSetup;
import maestro.net.TestApplication;
import maestro.net.session.Session;
import maestro.openflow.ColdCodec;
import maestro.openflow.OpenFlow;
import maestro.testkit.EachVersion;
import maestro.testkit.LogOf;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.OFMessage;

/** What becomes of the messages that applications send: it holds, or a switch refuses it. */
class InstalledTest {
  private static final int BAD_ACTION = 2;
  private static final int BAD_OUT_PORT = 4;

  private final AtomicReference<ApplicationContext> context = new AtomicReference<>();
  private final List<RefusedMessage> told = new CopyOnWriteArrayList<>();
  private final List<RefusedMessage> toldOther = new CopyOnWriteArrayList<>();
  @AutoClose private Rig rig = null;

  private FakeSwitch start(int version, RigSetup setup) {
    FlowOptions options = FlowOptions.timeouts(10, 0);
    RequestStage installs = (request, output) -> output.installAndForward(request, 2, options);
    rig =
        setup
            .application(
                new TestApplication(
                    "a",
                    services -> {
                      context.set(services);
                      services.onRefused(told::add);
                      return Stages.batch(() -> installs);
                    }))
            .application(
                new TestApplication(
                    "b",
                    services -> {
                      services.onRefused(toldOther::add);
                      return Stages.batch(() -> (RequestStage) (request, output) -> {});
                    }))
            .start();
    return rig.join(version, 1);
  }

  private static OFFlowMod entry(int version) {
    return ColdCodec.factory(version).buildFlowAdd().setPriority(7).build();
  }

  private CompletableFuture<SwitchInfo> install(int version) {
    return context.get().switches().installed(1, entry(version));
  }

  /** An ERROR about a message. */
  private static byte[] error(byte[] message, int type, int code) {
    int shown = Math.min(64, message.length);
    return ByteBuffer.allocate(12 + shown)
        .put(message[0])
        .put((byte) OpenFlow.ERROR)
        .putShort((short) (12 + shown))
        .putInt(Messages.xid(message))
        .putShort((short) type)
        .putShort((short) code)
        .put(message, 0, shown)
        .array();
  }

  private static byte[] barrierReply(byte[] barrier) {
    return FakeSwitch.hex(
        Messages.header(barrier[0], OpenFlow.barrierReply(barrier[0]), Messages.xid(barrier)));
  }

  @EachVersion
  void shouldCompleteWhenTheBarrierBehindTheEntryIsAnswered(int version) throws Exception {
    FakeSwitch client = start(version, Rig.setup());
    CompletableFuture<SwitchInfo> installed = install(version);
    List<byte[]> sent = rig.await(client, 2);
    OFFlowMod entry =
        (OFFlowMod) ColdCodec.read(ByteBuffer.wrap(sent.get(0)), 0, sent.get(0).length);
    assertThat(entry.getPriority()).isEqualTo(7);
    assertThat(entry.getCookie().getValue()).isEqualTo(PlatformCookie.of("a"));
    assertThat(Messages.type(sent.get(1))).isEqualTo(OpenFlow.barrierRequest(version));
    rig.settle();
    assertThat(installed.isDone()).isFalse();
    client.send(barrierReply(sent.get(1)));
    rig.until(installed::isDone);
    assertThat(installed.join().datapathId()).isEqualTo(1);
  }

  @EachVersion
  void shouldFailWithTheErrorOfTheSwitch(int version) {
    FakeSwitch client = start(version, Rig.setup());
    CompletableFuture<SwitchInfo> installed = install(version);
    List<byte[]> sent = rig.await(client, 2);
    client.send(error(sent.get(0), BAD_ACTION, BAD_OUT_PORT));
    client.send(barrierReply(sent.get(1)));
    assertThat(rig.refusal(installed).error()).isPresent();
    rig.settle();
    assertThat(told).as("what the future tells").isEmpty();
    assertThat(client.isClosedByPeer()).isFalse();
  }

  @Test
  void shouldCompleteWhenTheSwitchHasNoBarriers() {
    FakeSwitch client = start(1, Rig.setup());
    CompletableFuture<SwitchInfo> installed = install(1);
    client.send(error(rig.await(client, 2).get(1), 1, 1));
    rig.until(installed::isDone);
    assertThat(installed).isCompletedWithValueMatching(info -> info.datapathId() == 1);
  }

  @Test
  void shouldFailWhenTheSwitchIsSilentOrLeavesOrIsNotThere() {
    FakeSwitch client = start(1, Rig.setup().set("maestro.connection.request-timeout=100 ms"));
    assertThat(rig.refusal(install(1))).hasMessage("no answer within 100 ms");
    CompletableFuture<SwitchInfo> left = install(1);
    rig.await(client, 4);
    client.close();
    assertThat(rig.refusal(left)).hasMessage("the switch has left");
    rig.until(() -> context.get().switches().all().isEmpty());
    assertThat(rig.refusal(install(1))).hasMessage("no switch 00:00:00:00:00:00:00:01");
  }

  @EachVersion
  void shouldTellOfARefusedEntryOfAStage(int version) {
    try (LogOf log = new LogOf(Session.class)) {
      FakeSwitch client = start(version, Rig.setup());
      client.send(Messages.packetIn(version, 5));
      byte[] entry = rig.await(client, 2).get(0);
      assertThat(Messages.type(entry)).isEqualTo(OpenFlow.FLOW_MOD);
      client.send(error(entry, BAD_ACTION, BAD_OUT_PORT));
      rig.settle();
      assertThat(told)
          .singleElement()
          .satisfies(
              refusal -> {
                assertThat(refusal.info().datapathId()).isEqualTo(1);
                assertThat(refusal.message()).isEqualTo("FLOW_MOD");
                assertThat(refusal.cookie()).isEqualTo(PlatformCookie.of("a"));
                assertThat(refusal.type()).isEqualTo(BAD_ACTION);
                assertThat(refusal.code()).isEqualTo(BAD_OUT_PORT);
                assertThat(refusal.reason())
                    .isEqualTo("ERROR BAD_ACTION BAD_OUT_PORT (type 2, code 4)");
              });
      assertThat(toldOther).isEmpty();
      assertThat(log.lines())
          .anyMatch(line -> line.contains("refuses a flow entry of a with ERROR BAD_ACTION"));
    }
  }

  /** It has no cookie that tells whose it is: its transaction id does. */
  @EachVersion
  void shouldTellOfRefusedMessagesThatHaveNoCookie(int version) {
    try (LogOf log = new LogOf(Session.class)) {
      FakeSwitch client = start(version, Rig.setup());
      OFFactory factory = ColdCodec.factory(version);
      OFMessage delete = factory.buildFlowDelete().setXid(0x8000_0abcL).build();
      context.get().switches().send(1, delete);
      context
          .get()
          .switches()
          .packetOut(1, FlowActions.CONTROLLER, FlowActions.outputs(9), Messages.FRAME);
      for (byte[] message : rig.await(client, 2)) {
        client.send(error(message, BAD_ACTION, BAD_OUT_PORT));
      }
      rig.settle();
      assertThat(told)
          .extracting(RefusedMessage::message)
          .containsExactly("FLOW_MOD", "PACKET_OUT");
      assertThat(told.get(0).xid()).isEqualTo(0xabc);
      assertThat(toldOther).isEmpty();
      assertThat(log.lines())
          .anyMatch(line -> line.contains("answers a FLOW_MOD of a with ERROR BAD_ACTION"));
    }
  }

  /** The ERROR of a message that nobody can be named for, such as an answer to a request. */
  @Test
  void shouldTellNobodyOfMessagesWithoutASender() {
    FakeSwitch client = start(1, Rig.setup());
    client.send("01 01 0014 60000000 0002 0004 010d001060000000");
    client.send("01 01 000c 00000000 0002 0004");
    rig.settle();
    assertThat(told).isEmpty();
    assertThat(toldOther).isEmpty();
    assertThat(client.isClosedByPeer()).isFalse();
  }
}
