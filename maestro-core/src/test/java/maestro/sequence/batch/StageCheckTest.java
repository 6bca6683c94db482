package maestro.sequence.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import maestro.api.FlowActions;
import maestro.api.FlowOptions;
import maestro.api.RequestStage;
import maestro.api.SwitchOutput;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.net.RigSetup;
import maestro.openflow.SampleFrames;
import maestro.testkit.LogOf;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Mistakes of stages that no exception shows, each with its line. */
class StageCheckTest {
  private static final FlowOptions OPTIONS = FlowOptions.timeouts(10, 0);
  private static final byte[] WEB = SampleFrames.tcp(5000, 80);
  private static final byte[] TELNET = SampleFrames.tcp(5000, 23);

  @AutoClose private final LogOf log = new LogOf(StageFindings.class);

  @AutoClose private Rig rig;
  private FakeSwitch client;

  private void start(RequestStage... stages) {
    RigSetup setup = Rig.setup().patient().set("maestro.applications.check-stages=true");
    for (RequestStage stage : stages) {
      setup.stage(stage);
    }
    rig = setup.start();
    client = rig.join(4, 1);
  }

  private void ask(byte[]... frames) {
    for (byte[] frame : frames) {
      rig.tell(client, Messages.packetIn(4, 1, 5, 3, frame));
    }
  }

  private String finding() {
    List<String> found = rig.findings();
    assertThat(found).hasSize(1);
    assertThat(log.lines()).as("said at once").isNotEmpty();
    return found.get(0);
  }

  @Test
  void shouldPassOnEveryMethodOfTheOutput() throws NoSuchMethodException {
    for (Method method : SwitchOutput.class.getMethods()) {
      Class<?> by =
          CheckedOutput.class
              .getMethod(method.getName(), method.getParameterTypes())
              .getDeclaringClass();
      assertThat(by).as(method.toString()).isEqualTo(CheckedOutput.class);
    }
  }

  @Test
  void shouldFindNothingWhenEachRequestIsAnsweredOrConsumedOnce() {
    start(
        (request, output) -> {
          if (request.untracked().l4Dst() == 23) {
            output.consume(request);
          }
        },
        (request, output) -> {
          output.reply(request, new byte[60], 60);
          output.drop(request); // frees the switch's buffer
        });

    ask(WEB, TELNET, WEB);

    assertThat(rig.findings()).isEmpty();
    assertThat(log.lines()).isEmpty();
  }

  @Test
  void shouldFindARequestThatOneStageAnswersTwice() {
    start(
        (request, output) -> {
          output.flood(request);
          output.forward(request, 2);
        });

    ask(WEB);

    assertThat(finding())
        .startsWith(
            "application app0, stage maestro.sequence.batch.StageCheckTest (lambda): answered a")
        .contains(
            "answered a request twice: flood, then port 2; switch 00:00:00:00:00:00:00:01 port 3, ",
            ", protocol 6 from 5000 to 80; allowed: one answer");
  }

  @Test
  void shouldFindARequestThatAnotherStageHasAnswered() {
    RequestStage answers = (request, output) -> output.forward(request, FlowActions.NONE.output(2));
    start(answers, answers);

    ask(WEB);

    assertThat(finding())
        .startsWith("application app1, ")
        .contains("answered a request that application app0, stage ");
  }

  @Test
  void shouldFindARequestThatNobodyAnswers() {
    start(
        (request, output) -> output.before(request, FlowActions.NONE.meter(1)),
        (request, output) -> {
          if (request.l4Dst() == 23) {
            output.drop(request);
          }
        });

    ask(TELNET, WEB);

    assertThat(finding())
        .startsWith("sequence ")
        .contains(
            ": no application answered or consumed a request; switch ",
            " to 80; allowed: an answer or consume by one of app0, app1");
  }

  @Test
  void shouldFindAnEntryThatCoversWhatADecisionBehindUntrackedDenies() {
    start(
        (request, output) -> {
          if (request.untracked().l4Dst() == 23) {
            output.drop(request);
            output.consume(request);
          }
        },
        (request, output) -> output.installAndForward(request, 2, OPTIONS));

    ask(WEB, WEB);
    assertThat(rig.findings()).as("the same decision").isEmpty();
    ask(TELNET);

    assertThat(finding())
        .startsWith("application app1, ")
        .contains(
            ": its entry says port 2 for switch 00:00:00:00:00:00:00:01 port 3, ",
            " to 80, and covers a packet for which application app0, stage ",
            " says drop: switch ",
            " to 23; the destination port was read untracked, or left out of the entry");
  }

  @Test
  void shouldFindAnEntryThatLeavesOutWhatItWasDecidedBy() {
    start(
        (request, output) ->
            output.installAndForward(
                request, request.l4Dst() == 23 ? 4 : 2, OPTIONS.matchingOnly()));

    ask(WEB, TELNET);

    assertThat(finding()).contains("says port 2 for", "says port 4: ");
  }

  @Test
  void shouldFindNothingWhenTheEntryIsGoneOrTheFieldIsMatched() {
    int[] port = {2};
    start(
        (request, output) -> {
          if (request.untracked().l4Dst() == 23) {
            port[0]++;
            output.removeFlowsTo(request, request.ethDst());
          }
          output.installAndForward(request, port[0], OPTIONS);
        });

    ask(WEB, TELNET);
    rig.pass(TimeUnit.SECONDS.toMillis(10));
    port[0]++;
    ask(SampleFrames.tcp(5001, 80));

    assertThat(rig.findings()).isEmpty();
  }

  @Test
  void shouldFindAStageThatWaits() {
    CountDownLatch never = new CountDownLatch(1);
    start(
        (request, output) -> {
          output.drop(request);
          try {
            assertThat(never.await(2, TimeUnit.MILLISECONDS)).isFalse();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        });

    ask(WEB); // the first call loads classes
    assertThat(rig.findings()).isEmpty();
    ask(WEB);

    assertThat(finding())
        .contains(
            ": waited ", "(sleep, lock, queue or future); allowed: a stage that only computes");
  }

  @Test
  void shouldLogTheFirstAndEachDoublingWhenAMistakeIsRepeated() {
    start((request, output) -> {});

    for (int i = 0; i < 20; i++) {
      ask(WEB);
    }

    assertThat(log.lines()).hasSize(5).last().asString().endsWith("(found 16 times by now)");
    assertThat(finding()).endsWith("(found 20 times by now)");
  }
}
