package maestro.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import maestro.api.ApplicationContext;
import maestro.api.Sent;
import maestro.api.SwitchInfo;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.net.RigSetup;
import maestro.net.session.Session;
import maestro.openflow.ColdCodec;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.projectfloodlight.openflow.protocol.OFDescStatsReply;
import org.projectfloodlight.openflow.protocol.OFEchoReply;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFType;

/** What an application asks a switch, and what becomes of it. */
class SwitchRequestTest {
  private static final OFFactory OF10 = ColdCodec.factory(1);
  private static final int BARRIER_REPLY_10 = 19;

  private final AtomicReference<ApplicationContext> context = new AtomicReference<>();
  @AutoClose private Rig rig = null;

  private FakeSwitch start(RigSetup setup, String... settings) {
    for (String setting : settings) {
      setup.set(setting);
    }
    rig =
        setup
            .application(Recorder.application("a", Recorder.list(), context::set))
            .sequence("{ on = [switch-joined], run = [a] }")
            .start();
    return rig.join(1, 1);
  }

  private CompletableFuture<List<OFMessage>> ask(OFMessage message) {
    return context.get().switches().request(1, message);
  }

  /** The transaction id that the switch was asked with. */
  private int asked(FakeSwitch client) {
    return Messages.xid(rig.await(client, 1).get(0));
  }

  @Test
  void shouldRefuseToWaitForAnAnswerOnTheEventThreadThatBringsIt() {
    start(Rig.setup());
    List<Throwable> thrown = Collections.synchronizedList(new ArrayList<>());
    context
        .get()
        .later(
            () -> {
              CompletableFuture<List<OFMessage>> answer = ask(OF10.buildBarrierRequest().build());
              List<Callable<?>> waits =
                  List.of(
                      answer::get,
                      answer::join,
                      () -> answer.get(1, TimeUnit.DAYS),
                      () -> answer.thenApply(parts -> parts).whenComplete((p, e) -> {}).join());
              for (Callable<?> each : waits) {
                try {
                  each.call();
                } catch (Exception e) {
                  thrown.add(e);
                }
              }
            });
    rig.until(() -> thrown.size() == 4);
    assertThat(thrown)
        .extracting(Throwable::getMessage)
        .containsOnly(
            "the event thread waits for the answer of a switch, which would come on this thread;"
                + " use thenAccept or whenComplete");
  }

  private static String statsReply(int xid, boolean more, int bodyBytes) {
    return "01 11 %04x %08x 0000 %04x %s"
        .formatted(12 + bodyBytes, xid, more ? 1 : 0, "00".repeat(bodyBytes));
  }

  @Test
  void shouldCompleteOnTheEventThreadWhenTheSwitchAnswers() {
    FakeSwitch client = start(Rig.setup());
    CompletableFuture<List<OFMessage>> first = ask(OF10.buildBarrierRequest().build());
    CompletableFuture<String> thread = first.thenApply(parts -> Thread.currentThread().getName());
    CompletableFuture<List<OFMessage>> second = ask(OF10.buildBarrierRequest().build());
    List<byte[]> requests = rig.await(client, 2);
    int firstXid = Messages.xid(requests.get(0));
    int secondXid = Messages.xid(requests.get(1));
    assertThat(firstXid).isNotEqualTo(secondXid);
    client.send(Messages.header(1, BARRIER_REPLY_10, secondXid));
    assertThat(rig.answer(second))
        .extracting(OFMessage::getType)
        .containsExactly(OFType.BARRIER_REPLY);
    assertThat(first.isDone()).isFalse();
    client.send(Messages.header(1, BARRIER_REPLY_10, firstXid));
    rig.answer(first);
    assertThat(thread.join()).isEqualTo("events");
    client.send(Messages.header(1, BARRIER_REPLY_10, firstXid)); // once more, unasked
    rig.pump();
    assertThat(client.isClosedByPeer()).isFalse();
  }

  /** HP ProCurve, for one: without this each change of entries would wait for ever. */
  @ParameterizedTest
  @ValueSource(ints = {12, 20, 76})
  void shouldTakeTheRefusalOfABarrierForItsAnswer(int bytes) {
    FakeSwitch client = start(Rig.setup());
    CompletableFuture<List<OFMessage>> barrier = ask(OF10.buildBarrierRequest().build());
    int xid = asked(client);
    String shown = (Messages.header(1, 18, xid) + "00".repeat(56)).replace(" ", "");
    client.send(error(xid, 1, shown.substring(0, 2 * (bytes - 12))));
    assertThat(rig.answer(barrier)).isEmpty();

    CompletableFuture<List<OFMessage>> other = ask(OF10.buildBarrierRequest().build());
    client.send(error(asked(client), 5, ""));
    assertThat(rig.refusal(other)).as("a slave, for one").isNotNull();
    CompletableFuture<List<OFMessage>> question = ask(OF10.buildDescStatsRequest().build());
    client.send(error(asked(client), 1, ""));
    assertThat(rig.refusal(question)).as("no barrier").isNotNull();
  }

  /** An ERROR of type BAD_REQUEST. */
  private static String error(int xid, int code, String shown) {
    return "01 01 %04x %08x 0001 %04x %s".formatted(12 + shown.length() / 2, xid, code, shown);
  }

  @Test
  void shouldCollectThePartsWhenTheAnswerComesInSeveral() {
    FakeSwitch client = start(Rig.setup());
    CompletableFuture<List<OFMessage>> asked = ask(OF10.buildDescStatsRequest().build());
    int xid = asked(client);
    client.send(statsReply(xid, true, 1056)).send(statsReply(xid, true, 1056));
    rig.pump();
    assertThat(asked.isDone()).isFalse();
    client.send(statsReply(xid, false, 1056));
    assertThat(rig.answer(asked)).hasSize(3).allMatch(part -> part instanceof OFDescStatsReply);
  }

  @Test
  void shouldAnswerWhatTheRuntimeItselfAsksToo() {
    FakeSwitch client = start(Rig.setup());
    CompletableFuture<List<OFMessage>> echo =
        ask(OF10.buildEchoRequest().setData(new byte[] {7}).build());
    client.send("01 03 0009 %08x 07".formatted(asked(client)));
    assertThat(rig.answer(echo)).singleElement().isInstanceOf(OFEchoReply.class);
    CompletableFuture<List<OFMessage>> features = ask(OF10.buildFeaturesRequest().build());
    client.send("01 06 0020 %08x %s".formatted(asked(client), "00".repeat(24)));
    assertThat(rig.answer(features))
        .extracting(OFMessage::getType)
        .containsExactly(OFType.FEATURES_REPLY);
    assertThat(Session.of(rig.connection(1)).info().datapathId()).isEqualTo(1);
  }

  @Test
  void shouldBeRefusedWithTheErrorWhenTheSwitchAnswersWithOne() {
    FakeSwitch client = start(Rig.setup());
    CompletableFuture<List<OFMessage>> asked = ask(OF10.buildBarrierRequest().build());
    client.send("01 01 000c %08x 0001 0005".formatted(asked(client)));
    assertThat(rig.refusal(asked).error()).isPresent();
  }

  @Test
  void shouldFailTheRequestAloneWhenTheAnswerCannotBeRead() {
    FakeSwitch client = start(Rig.setup());
    CompletableFuture<List<OFMessage>> asked = ask(OF10.buildBarrierRequest().build());
    client.send("01 01 000c %08x 7777 7777".formatted(asked(client))); // a vendor's own
    assertThat(rig.refusal(asked)).hasMessageStartingWith("its answer cannot be read");
    rig.pump();
    assertThat(client.isClosedByPeer()).isFalse();
  }

  @Test
  void shouldGiveUpWhenNoAnswerComesInTime() {
    FakeSwitch client = start(Rig.setup(), "maestro.connection.request-timeout=100 ms");
    CompletableFuture<List<OFMessage>> asked = ask(OF10.buildBarrierRequest().build());
    int xid = asked(client);
    assertThat(rig.refusal(asked)).hasMessage("no answer within 100 ms");
    client.send(Messages.header(1, BARRIER_REPLY_10, xid)); // too late
    rig.pump();
    assertThat(client.isClosedByPeer()).isFalse();
  }

  @Test
  void shouldBeRefusedWhenTheSwitchLeavesOrIsNotThere() {
    FakeSwitch client = start(Rig.setup());
    CompletableFuture<List<OFMessage>> asked = ask(OF10.buildBarrierRequest().build());
    asked(client);
    client.close();
    assertThat(rig.refusal(asked)).hasMessage("the switch has left");
    rig.until(() -> context.get().switches().all().isEmpty());
    CompletableFuture<List<OFMessage>> late = ask(OF10.buildBarrierRequest().build());
    assertThat(rig.refusal(late)).hasMessage("no switch 00:00:00:00:00:00:00:01");
    assertThat(context.get().switches().send(1, OF10.buildBarrierRequest().build()))
        .isEqualTo(Sent.NO_SUCH_SWITCH);
    assertThat(context.get().switches().find(1)).isEmpty();
    assertThat(context.get().switches().ports(1)).isEmpty();
    assertThat(context.get().switches().factory(1).getVersion().getWireVersion()).isEqualTo(4);
  }

  @Test
  void shouldBeRefusedWhenTheSwitchReadsTooSlowly() {
    FakeSwitch client = start(Rig.setup().tight().patient());
    OFMessage big = OF10.buildEchoRequest().setData(new byte[60_000]).build();
    while (context.get().switches().send(1, big) == Sent.YES) {
      rig.cycle();
    }
    assertThat(context.get().switches().send(1, big)).isEqualTo(Sent.CONGESTED);
    assertThat(rig.refusal(ask(OF10.buildBarrierRequest().build())))
        .hasMessage("the switch reads too slowly");
    assertThat(client.isClosedByPeer()).isFalse();
  }

  @Test
  void shouldBeRefusedWhenTheAnswerHasNoEnd() {
    FakeSwitch client = start(Rig.setup());
    CompletableFuture<List<OFMessage>> asked = ask(OF10.buildDescStatsRequest().build());
    byte[] part = FakeSwitch.hex(statsReply(asked(client), true, 1056));
    byte[] many = new byte[50 * part.length];
    for (int i = 0; i < 50; i++) {
      System.arraycopy(part, 0, many, i * part.length, part.length);
    }
    ByteBuffer endless = ByteBuffer.wrap(many);
    rig.until(
        () -> {
          client.trySend(endless);
          if (!endless.hasRemaining()) {
            endless.clear();
          }
          return asked.isDone();
        });
    assertThat(rig.refusal(asked)).hasMessage("its answers are longer than 32 MiB");
    assertThat(client.isClosedByPeer()).isFalse();
  }

  @Test
  void shouldThrowWhenTheMessageIsOfAnotherVersion() {
    start(Rig.setup());
    OFMessage other = ColdCodec.factory(4).buildBarrierRequest().build();
    assertThatThrownBy(() -> ask(other)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> context.get().switches().send(1, other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("which speaks OF_10");
  }

  @Test
  void shouldShowTheSwitchesAndTheirPortsAsTheyAre() {
    start(Rig.setup());
    rig.join(4, 2);
    assertThat(context.get().switches().all())
        .extracting(SwitchInfo::datapathId)
        .containsExactlyInAnyOrder(1L, 2L);
    assertThat(context.get().switches().ports(2)).hasSize(2);
    assertThat(context.get().switches().find(2))
        .get()
        .extracting(SwitchInfo::openFlowVersion)
        .isEqualTo(OpenFlow.VERSION_13);
    assertThat(context.get().switches().factory(2).getVersion().getWireVersion()).isEqualTo(4);
  }

  @Test
  void shouldForgetWhatIsNotAnsweredWhenTheApplicationsEnd() {
    FakeSwitch client = start(Rig.setup());
    List<CompletableFuture<List<OFMessage>>> open = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      open.add(ask(OF10.buildBarrierRequest().build()));
    }
    int xid = Messages.xid(rig.await(client, 5).get(4));
    rig.endApplications();
    rig.tell(client, Messages.header(1, BARRIER_REPLY_10, xid));
    assertThat(client.isClosedByPeer()).isFalse();
    assertThat(open).noneMatch(CompletableFuture::isDone);
    assertThat(ask(OF10.buildBarrierRequest().build()).isDone()).isFalse();
    rig.pump();
    assertThat(client.take()).as("what is asked after the end").isEmpty();
  }
}
