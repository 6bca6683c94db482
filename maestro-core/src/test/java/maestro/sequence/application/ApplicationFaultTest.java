package maestro.sequence.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import maestro.api.BatchStage;
import maestro.api.FlowOptions;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.metrics.Counter;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.net.TestApplication;
import maestro.testkit.LogOf;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Applications that throw, and applications that follow each other. */
class ApplicationFaultTest {
  private static final int FLOW_MOD = 14;

  /** The last byte of the command in a FLOW_MOD of 1.0. */
  private static final int COMMAND_AT = 57;

  private static final int ADD = 0;
  private static final int DELETE = 3;

  @AutoClose private final LogOf log = new LogOf(FaultLog.class);

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }

  private static BatchStage throwing(List<Throwable> thrown) {
    return (RequestStage)
        (request, output) -> {
          Throwable next = thrown.get(0);
          if (request.inPort() == 66) {
            ApplicationFaultTest.<RuntimeException>sneak(next);
          }
          output.flood(request);
        };
  }

  @Test
  void shouldUndoTheInterruptWhenAStageInterruptsItsWorker() {
    RequestStage interrupts =
        (request, output) -> {
          if (request.inPort() == 66) {
            Thread.currentThread().interrupt();
          }
          output.flood(request);
        };
    try (Rig rig = Rig.setup().stage(interrupts).start()) {
      FakeSwitch one = rig.join(1, 1);
      FakeSwitch other = rig.join(1, 2);
      rig.tell(one, Messages.packetIn(1, 10, 5, 66, Messages.FRAME));
      assertThat(Thread.interrupted()).as("of the worker, which is this thread").isFalse();
      rig.tell(other, Messages.packetIn(1, 11, 5, 1, Messages.FRAME));
      assertThat(one.take()).extracting(Messages::xid).containsExactly(10);
      assertThat(other.take()).extracting(Messages::xid).containsExactly(11);
      assertThat(rig.faults()).containsEntry("app0", 1);
      assertThat(log.events())
          .singleElement()
          .extracting(each -> each.getThrowableProxy().getMessage())
          .isEqualTo("its stage has interrupted its worker: undone");
    }
  }

  @Test
  void shouldLoseTheRequestAndServeOnWhenStageThrowsAnything() {
    List<Throwable> thrown = new ArrayList<>();
    thrown.add(null);
    try (Rig rig = Rig.setup().stage(throwing(thrown)).start()) {
      FakeSwitch client = rig.join(1, 1);
      List<Throwable> kinds =
          List.of(
              new IllegalStateException("x"),
              new Exception("checked, thrown by another language"),
              new NoClassDefFoundError("x"),
              new StackOverflowError(),
              new OutOfMemoryError("of a collection that grew too large"),
              new AssertionError("x"),
              new Error("x"));
      for (int i = 0; i < kinds.size(); i++) {
        thrown.set(0, kinds.get(i));
        assertThat(
                rig.ask(
                    client,
                    Messages.join(
                        Messages.packetIn(1, 1, 5, 66, Messages.FRAME),
                        Messages.packetIn(1, 2, 5, 1, Messages.FRAME))))
            .as("beside a request with %s", kinds.get(i))
            .extracting(Messages::xid)
            .containsExactly(2);
        assertThat(rig.counted(Counter.REQUESTS_LOST)).isEqualTo(1L + i);
        assertThat(rig.ask(client, Messages.packetIn(1, 3)))
            .extracting(Messages::xid)
            .containsExactly(3);
      }
      assertThat(client.isClosedByPeer()).isFalse();
    }
  }

  @Test
  void shouldLogOnceAndCountWhenSameErrorRepeats() {
    IllegalStateException one = new IllegalStateException("made here");
    List<Throwable> thrown = new ArrayList<>(List.of(one));
    try (Rig rig = Rig.setup().workers(2).stage(throwing(thrown)).start()) {
      FakeSwitch client = rig.join(1, 1);
      FakeSwitch other = rig.join(1, 2);
      for (int i = 0; i < 20; i++) {
        client.send(Messages.packetIn(1, 1, 5, 66, Messages.FRAME));
        rig.tell(other, Messages.packetIn(1, 1, 5, 66, Messages.FRAME));
      }
      assertThat(log.events()).hasSize(1);
      assertThat(log.events().get(0).getFormattedMessage()).contains("app0");
      assertThat(log.events().get(0).getThrowableProxy().getMessage()).isEqualTo("made here");
      thrown.set(0, new IllegalStateException("made elsewhere"));
      rig.tell(client, Messages.packetIn(1, 1, 5, 66, Messages.FRAME));
      assertThat(log.events()).hasSize(2);
      assertThat(rig.counted(Counter.REQUESTS_LOST)).isEqualTo(41);
    }
  }

  private static BatchStage always() {
    return (batch, output) -> {
      throw new IllegalStateException("always");
    };
  }

  private static RequestStage flooding() {
    return (request, output) -> output.flood(request);
  }

  private static byte[] requests(int... ports) {
    byte[] all = new byte[0];
    for (int port : ports) {
      all = Messages.join(all, Messages.packetIn(1, port, 5, port, Messages.FRAME));
    }
    return all;
  }

  @Test
  void shouldKeepWhatAnEarlierStageWroteAndCountNothingAsLostWhenOneThrowsBehind() {
    List<Integer> seen = new ArrayList<>();
    try (Rig rig =
        Rig.setup()
            .stage(flooding())
            .stage(always())
            .stage((RequestStage) (request, output) -> seen.add(request.inPort()))
            .start()) {
      FakeSwitch client = rig.join(1, 1);
      assertThat(rig.ask(client, requests(4, 5))).extracting(Messages::xid).containsExactly(4, 5);
      assertThat(seen).as("the stage stood before all of them").isEmpty();
      assertThat(rig.counted(Counter.REQUESTS_LOST)).isZero();
    }
  }

  @Test
  void shouldLoseAllOfTheRestWhenAStageThrowsBeforeItsFirstRequest() {
    try (Rig rig = Rig.setup().stage(always()).stage(flooding()).start()) {
      FakeSwitch client = rig.join(1, 1);
      assertThat(rig.ask(client, requests(1, 2, 3))).isEmpty();
      assertThat(rig.counted(Counter.REQUESTS_LOST)).isEqualTo(3);
    }
  }

  @Test
  void shouldLoseNothingWhenAStageThrowsBehindItsLastRequest() {
    BatchStage atEnd =
        (batch, output) -> {
          while (batch.next()) {
            output.forward(batch.request(), 7);
          }
          throw new IllegalStateException("at the end");
        };
    try (Rig rig = Rig.setup().stage(atEnd).stage(flooding()).start()) {
      FakeSwitch client = rig.join(1, 1);
      assertThat(rig.ask(client, requests(1, 2)))
          .extracting(Messages::xid)
          .containsExactly(1, 2, 1, 2);
      assertThat(rig.counted(Counter.REQUESTS_LOST)).isZero();
    }
  }

  @Test
  void shouldTakeBackTheEntryOfARequestWhenALaterStageThrowsAtIt() {
    FlowOptions options = FlowOptions.timeouts(10, 0);
    try (Rig rig =
        Rig.setup()
            .stage(
                (RequestStage) (request, output) -> output.installAndForward(request, 2, options))
            .stage(throwing(List.of(new IllegalStateException("x"))))
            .start()) {
      FakeSwitch client = rig.join(1, 1);
      assertThat(rig.ask(client, requests(1, 66)))
          .filteredOn(message -> Messages.type(message) == FLOW_MOD)
          .extracting(message -> Messages.xid(message) + " " + message[COMMAND_AT])
          .containsExactly("1 " + ADD, "66 " + ADD, "66 " + DELETE);
      assertThat(rig.counted(Counter.ENTRIES_TAKEN_BACK)).isEqualTo(1);
    }
  }

  @Test
  void shouldHideRequestFromLaterApplicationsWhenOneConsumesIt() {
    List<String> seen = new ArrayList<>();
    try (Rig rig =
        Rig.setup()
            .stage(
                (RequestStage)
                    (request, output) -> {
                      seen.add("first " + request.inPort());
                      if (request.inPort() % 2 == 0) {
                        output.consume(request);
                      }
                    })
            .stage(
                (batch, output) -> {
                  while (batch.next()) {
                    seen.add("second " + batch.request().inPort());
                  }
                  batch.rewind();
                  while (batch.next()) {
                    output.flood(batch.request());
                  }
                })
            .start()) {
      FakeSwitch client = rig.join(1, 1);
      for (int round = 0; round < 2; round++) { // what was hidden in one batch is not in the next
        seen.clear();
        assertThat(
                rig.ask(
                    client,
                    Messages.join(
                        Messages.packetIn(1, 1, 5, 1, Messages.FRAME),
                        Messages.packetIn(1, 2, 5, 2, Messages.FRAME),
                        Messages.packetIn(1, 3, 5, 3 - round, Messages.FRAME))))
            .extracting(Messages::xid)
            .containsExactly(round == 0 ? new Integer[] {1, 3} : new Integer[] {1});
      }
      assertThat(seen).containsExactly("first 1", "first 2", "first 2", "second 1");
    }
  }

  @Test
  void shouldNameApplicationWhenItDoesNotStart() {
    for (TestApplication broken :
        List.of(
            new TestApplication(
                "broken",
                context -> {
                  throw new IllegalStateException("no start");
                }),
            new TestApplication("broken", context -> null),
            new TestApplication("broken", context -> Stages.batch(() -> null)),
            new TestApplication(
                "broken",
                context ->
                    Stages.batch(
                        () -> {
                          throw new NoClassDefFoundError("no stage");
                        })))) {
      assertThatThrownBy(() -> Rig.setup().application(broken).start())
          .isInstanceOf(ApplicationStartException.class)
          .extracting(e -> ((ApplicationStartException) e).application())
          .isEqualTo("broken");
    }
  }
}
