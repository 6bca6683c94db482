package maestro.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import maestro.api.Announcer;
import maestro.api.ApplicationContext;
import maestro.api.BatchStage;
import maestro.api.EventStage;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.PublishedView;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.api.SwitchOutput;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.net.RigSetup;
import maestro.net.TestApplication;
import maestro.openflow.ColdCodec;
import maestro.openflow.OpenFlow;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFMessage;

/** Timers, tasks, background work, and when each is allowed. */
class PlatformTest {
  private final AtomicReference<ApplicationContext> context = new AtomicReference<>();
  private final List<String> told = Recorder.list();

  private RigSetup withContext() {
    return Rig.setup()
        .application(Recorder.application("a", told, context::set))
        .sequence("{ on = switch-joined, run = [a] }");
  }

  private static String thread() {
    return Thread.currentThread().getName();
  }

  @Test
  void shouldRunTasksOnTheEventThreadWhenTheirTimeComes() {
    try (Rig rig = withContext().start()) {
      ApplicationContext platform = context.get();
      platform.after(Duration.ofMillis(20), () -> told.add("after on " + thread()));
      platform.after(Duration.ofMillis(10), () -> told.add("cancelled")).cancel();
      ApplicationContext.Cancellable early =
          platform.after(Duration.ZERO, () -> told.add("at once on " + thread()));
      rig.until(() -> !told.isEmpty());
      early.cancel(); // too late, and no matter
      platform.later(() -> told.add("later on " + thread()));
      rig.until(() -> told.size() == 3);
      assertThat(told)
          .containsExactlyInAnyOrder("at once on events", "later on events", "after on events");
    }
  }

  @Test
  void shouldSayOnWhatItRunsWhenASequenceNamesTheApplication() {
    AtomicReference<List<Boolean>> runs = new AtomicReference<>();
    try (Rig rig =
        Rig.setup()
            .application(
                Recorder.application(
                    "a",
                    told,
                    platform -> {
                      runs.set(
                          List.of(
                              platform.runsOn("switch-joined"),
                              platform.runsOn("lldp"),
                              platform.runsOn("every"),
                              platform.runsOn("port-status")));
                      assertThatThrownBy(() -> platform.runsOn("ldp"))
                          .isInstanceOf(IllegalArgumentException.class)
                          .hasMessageContaining("ldp");
                    }))
            .application(Recorder.application("b", told))
            .sequence("{ on = switch-joined, run = [a] }")
            .sequence("{ every = 1 h, run = [b, a] }")
            .sequence("{ on = lldp, run = [b] }")
            .start()) {
      rig.until(() -> runs.get() != null);
      assertThat(runs.get()).containsExactly(true, false, true, false);
    }
  }

  @Test
  void shouldGoOnWithTheNextTaskWhenOneThrows() {
    try (Rig rig = withContext().start()) {
      context
          .get()
          .later(
              () -> {
                throw new IllegalStateException("a task that fails");
              });
      context.get().later(() -> told.add("next"));
      rig.until(() -> told.size() == 1);
    }
  }

  @Test
  void shouldLetBackgroundTaskSendAndInterruptItWhenItEnds() {
    AtomicBoolean interrupted = new AtomicBoolean();
    CountDownLatch joined = new CountDownLatch(1);
    AtomicReference<String> thread = new AtomicReference<>();
    TestApplication application =
        new TestApplication(
            "a",
            platform -> {
              platform.background(
                  "work",
                  () -> {
                    thread.set(thread());
                    joined.await();
                    platform.switches().send(1, getConfig());
                    try {
                      new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                      interrupted.set(true);
                      throw e;
                    }
                  });
              return Stages.events(
                  new EventStage() {
                    @Override
                    public void onSwitchJoined(SwitchInfo info) {
                      joined.countDown();
                    }
                  });
            });
    Rig rig =
        Rig.setup().application(application).sequence("{ on = switch-joined, run = [a] }").start();
    try (rig) {
      FakeSwitch client = rig.connect();
      client.send(Messages.HELLO_10).send(Messages.features(1, 1));
      rig.until(() -> client.takeTypes().contains(7));
      assertThat(thread.get()).isEqualTo("a-work");
      assertThat(interrupted.get()).isFalse();
    }
    Awaitility.await().untilTrue(interrupted);
  }

  private static OFMessage getConfig() {
    return ColdCodec.factory(1).buildGetConfigRequest().build();
  }

  @Test
  void shouldRefuseDeclarationsOnceItRuns() {
    try (Rig rig = withContext().start()) {
      assertThat(rig.switches.all()).isEmpty();
      ApplicationContext late = context.get();
      List<ThrowingCallable> declarations =
          List.of(
              () -> late.switchLocal(info -> 1),
              () -> late.sharedTable(5),
              () -> late.publishes("v", String.class, ""),
              () -> late.reads("v", String.class),
              () -> late.announces("e", String.class),
              () -> late.background("b", () -> {}),
              late::savedState,
              () -> late.savesState(() -> new byte[0]),
              () -> late.restoresState(bytes -> {}));
      for (ThrowingCallable declaration : declarations) {
        assertThatThrownBy(declaration)
            .isInstanceOf(IllegalStateException.class)
            .hasMessage("state is declared in Application.start, not later");
      }
    }
  }

  @Test
  void shouldRefuseWhatNeedsARunningControllerWhileItStarts() {
    List<Throwable> thrown = new ArrayList<>();
    TestApplication hasty =
        new TestApplication(
            "hasty",
            platform -> {
              PublishedView<String> view = platform.publishes("v", String.class, "");
              Announcer<String> announcer = platform.announces("e", String.class);
              List<Runnable> early =
                  List.of(
                      () -> platform.later(() -> {}),
                      () -> platform.after(Duration.ZERO, () -> {}),
                      () -> view.publish("1"),
                      () -> platform.publishTogether(view.to("1")),
                      () -> announcer.announce("1"));
              for (Runnable each : early) {
                try {
                  each.run();
                } catch (IllegalStateException e) {
                  thrown.add(e);
                }
              }
              return Stages.batch(() -> (batch, output) -> {});
            });
    try (Rig rig = Rig.setup().application(hasty).start()) {
      assertThat(rig.switches.all()).isEmpty();
      assertThat(thrown).hasSize(5);
    }
  }

  /** The same application, written for one request and for a batch, says the same bytes. */
  @Test
  void shouldSayTheSameWhenWrittenForRequestsOrForBatches() {
    RequestStage single = PlatformTest::decide;
    BatchStage whole =
        (batch, output) -> {
          while (batch.next()) {
            decide(batch.request(), output);
          }
        };
    List<List<String>> said = new ArrayList<>();
    for (BatchStage stage : List.of(single, whole)) {
      try (Rig rig =
          Rig.setup()
              .stage(stage)
              .stage((RequestStage) (request, output) -> output.flood(request))
              .start()) {
        FakeSwitch client = rig.join(1, 1);
        byte[] all = new byte[0];
        for (int i = 0; i < 40; i++) {
          int buffer = i % 2 == 0 ? OpenFlow.NO_BUFFER : i;
          all = Messages.join(all, Messages.packetIn(1, i, buffer, 1 + i % 5, Messages.FRAME));
        }
        rig.tell(client, all);
        said.add(client.take().stream().map(HexFormat.of()::formatHex).toList());
      }
    }
    assertThat(said.get(0)).isNotEmpty().isEqualTo(said.get(1));
  }

  private static void decide(FlowRequest request, SwitchOutput output) {
    switch (request.inPort()) {
      case 1 -> output.installAndForward(request, 2, FlowOptions.timeouts(5, 0));
      case 2 -> output.drop(request);
      case 3 -> output.forward(request, 9);
      default -> {
        return;
      }
    }
    output.consume(request);
  }

  @Test
  void shouldCompleteNothingMoreWhenTheApplicationsHaveEnded() {
    try (Rig rig = withContext().start()) {
      rig.endApplications();
      CompletableFuture<Boolean> never = new CompletableFuture<>();
      context.get().later(() -> never.complete(true));
      context.get().after(Duration.ZERO, () -> never.complete(true)).cancel();
      rig.pump();
      assertThat(never.isDone()).isFalse();
    }
  }
}
