package maestro.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.BatchStage;
import maestro.api.EventStage;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.entries.OwnCookies;
import maestro.metrics.Counter;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.net.TestApplication;
import maestro.sequence.application.FaultLog;
import maestro.sequence.application.RunningApplication;
import maestro.sequence.application.StageClock;
import maestro.testkit.LogOf;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Applications that fail too often, take too long, or do not come back. */
class FaultBudgetTest {
  private static final long SLOW_NS = 100_000;

  @AutoClose private final LogOf log = new LogOf(RunningApplication.class);

  @Test
  void shouldTakeApplicationOutAndSaySoOnceWhenItHasFailedTooOften() {
    BatchStage bad =
        (batch, output) -> {
          throw new IllegalStateException("always");
        };
    try (Rig rig =
        Rig.setup()
            .stage(bad)
            .stage((RequestStage) (request, output) -> output.flood(request))
            .set("maestro.applications.fault-budget=3")
            .start()) {
      FakeSwitch client = rig.join(1, 1);
      for (int i = 1; i <= 6; i++) {
        rig.tell(client, Messages.packetIn(1, i));
      }
      assertThat(client.take())
          .as("answered once the failing application is out")
          .extracting(Messages::xid)
          .containsExactly(4, 5, 6);
      assertThat(log.lines())
          .containsExactly(
              "application app0 is taken out of its sequences until the configuration is read"
                  + " anew: it has failed 3 times (maestro.applications.fault-budget)");
    }
  }

  /** An application that throws at requests of port 66. */
  private record Firewall(boolean failsClosed) implements Application {
    @Override
    public String name() {
      return "firewall";
    }

    @Override
    public String version() {
      return "1";
    }

    @Override
    public Stages start(ApplicationContext context) {
      return Stages.batch(
          () ->
              (RequestStage)
                  (request, output) -> {
                    if (request.inPort() == 66) {
                      throw new IllegalStateException("at this port");
                    }
                  });
    }
  }

  private List<Integer> answered(boolean failsClosed) {
    try (Rig rig =
        Rig.setup()
            .application(new Firewall(failsClosed))
            .stage((RequestStage) (request, output) -> output.flood(request))
            .sequence("{ on = flow-request, run = [firewall, app1] }")
            .set("maestro.applications.fault-budget=2")
            .start()) {
      FakeSwitch client = rig.join(1, 1);
      byte[] all = new byte[0];
      int[] ports = {1, 66, 2, 66, 3, 66, 4};
      for (int i = 0; i < ports.length; i++) {
        all = Messages.join(all, Messages.packetIn(1, i, 5, ports[i], Messages.FRAME));
      }
      client.send(all).send(Messages.packetIn(1, 9));
      rig.pump();
      List<Integer> answered = client.take().stream().map(Messages::xid).toList();
      assertThat(rig.counted(Counter.REQUESTS_LOST)).isEqualTo(8L - answered.size());
      return answered;
    }
  }

  @Test
  void shouldLetTheRestPassWhenAnApplicationIsTakenOutInMidBatch() {
    assertThat(answered(false)).containsExactly(0, 2, 4, 5, 6, 9);
    assertThat(log.lines())
        .singleElement()
        .asString()
        .endsWith("(maestro.applications.fault-budget)");
  }

  @Test
  void shouldLoseTheRestWhenAnApplicationThatFailsClosedIsTakenOut() {
    assertThat(answered(true)).containsExactly(0, 2);
    assertThat(log.lines())
        .singleElement()
        .asString()
        .endsWith("; requests that come to it are lost from now on, and its entries stay");
  }

  @Test
  void shouldCountFaultsOfBothStagesTogetherAndTellEventsNoMore() {
    List<String> told = Recorder.list();
    try (Rig rig =
        Rig.setup()
            .application(
                new TestApplication(
                    "bad",
                    context ->
                        Stages.batch(
                                () ->
                                    (batch, output) -> {
                                      throw new IllegalStateException("in the batch");
                                    })
                            .andEvents(
                                new Recorder("bad", told) {
                                  @Override
                                  public void onSwitchLeft(SwitchInfo info) {
                                    super.onSwitchLeft(info);
                                    throw new IllegalStateException("in the event");
                                  }
                                })))
            .application(Recorder.application("good", told))
            .sequence("{ on = flow-request, run = [bad] }")
            .sequence("{ on = [switch-left, switch-joined], run = [bad, good] }")
            .set("maestro.applications.fault-budget=2")
            .start()) {
      rig.join(1, 1).close();
      rig.until(() -> told.contains("good: left 1"));
      FakeSwitch client = rig.join(1, 2);
      rig.until(() -> told.contains("good: joined 2"));
      rig.tell(client, Messages.packetIn(1, 1));
      client.close();
      rig.until(() -> told.contains("good: left 2"));
      assertThat(told)
          .containsExactly(
              "bad: joined 1",
              "good: joined 1",
              "bad: left 1",
              "good: left 1",
              "bad: joined 2",
              "good: joined 2",
              "good: left 2");
      assertThat(log.lines()).hasSize(1);
    }
  }

  @Test
  void shouldNotTakeAWorkerForStuckWhileAStageLoadsItsClasses() {
    AtomicReference<Rig> passing = new AtomicReference<>();
    List<Boolean> stuck = new ArrayList<>();
    BatchStage slow =
        (batch, output) -> {
          for (int i = 0; i < 2; i++) {
            passing.get().moveClock(6_000_000_000L);
            stuck.add(!passing.get().checkApplications().isEmpty());
          }
        };
    try (Rig rig = Rig.setup().patient().stage(slow).start()) {
      passing.set(rig);
      FakeSwitch client = rig.join(1, 1);
      for (int i = 0; i < 2; i++) {
        rig.tell(client, Messages.packetIn(1, i));
      }
      assertThat(stuck).containsExactly(false, true, true, true);
    }
  }

  @Test
  void shouldNameTheApplicationWhenItsStageIsSlow() {
    AtomicReference<Rig> passing = new AtomicReference<>();
    try (Rig rig =
        Rig.setup()
            .stage((batch, output) -> passing.get().moveClock(2 * SLOW_NS))
            .set("maestro.applications.slow-stage=100 us")
            .start()) {
      passing.set(rig);
      FakeSwitch client = rig.join(1, 1);
      for (int i = 0; i < 5; i++) {
        rig.tell(client, Messages.packetIn(1, i));
      }
      assertThat(log.lines()) // of the rig's own stage, too, when the clock moves meanwhile
          .filteredOn(line -> line.startsWith("application app0: a stage took "))
          .as("said at the first, second and fourth time")
          .hasSize(3);
    }
  }

  @Test
  void shouldNameTheApplicationOnceWhenItDoesNotComeBack() throws Exception {
    AtomicReference<Thread> stuckThread = new AtomicReference<>();
    CountDownLatch back = new CountDownLatch(1);
    Recorder stuck =
        new Recorder("a", Recorder.list()) {
          @Override
          public void write(String event) {
            stuckThread.set(Thread.currentThread());
            try {
              back.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
        };
    try (Rig rig =
        Rig.setup()
            .application(new TestApplication("a", context -> Stages.events(stuck)))
            .sequence("{ on = switch-joined, run = [a] }")
            .set("maestro.applications.slow-stage=100 us")
            .start()) {
      log.clear();
      rig.holdEventThread();
      rig.join(1, 1);
      rig.until(
          () -> stuckThread.get() != null && stuckThread.get().getState() == Thread.State.WAITING);
      rig.moveClock(2 * SLOW_NS);
      assertThat(rig.checkApplications().isEmpty()).as("no worker is").isTrue();
      assertThat(rig.checkApplications().isEmpty()).isTrue();
      assertThat(log.lines())
          .singleElement()
          .asString()
          .startsWith("application a has been in a stage on the event thread for ")
          .contains("; it is at\n    ", "CountDownLatch.await", "FaultBudgetTest");
      back.countDown();
      rig.until(() -> log.lines().size() == 2);
      assertThat(log.lines().get(1)).startsWith("application a: a stage took ");
    }
  }

  @Test
  void shouldTellLongerTimesOnlyAndCountTheOthersWhenItStaysAwayAgainAndAgain() {
    AtomicLong nowNs = new AtomicLong();
    RunningApplication application =
        new RunningApplication(
            "a",
            new OwnCookies("a", List.of()),
            Stages.events(new EventStage() {}),
            false,
            new FaultLog(),
            0,
            SLOW_NS);
    StageClock clock = new StageClock("worker 1", nowNs::get);
    for (int i = 0; i < 50; i++) {
      stayAway(clock, application, nowNs, 2 * SLOW_NS);
    }
    assertThat(away()).hasSize(1);
    stayAway(clock, application, nowNs, 20 * SLOW_NS);
    assertThat(away()).hasSize(2).last().asString().contains("not come back, 51 times by now (");
    for (int i = 0; i < 10; i++) {
      stayAway(clock, application, nowNs, 600_000_000_000L);
    }
    assertThat(away()).as("a minute is told always").hasSize(12);
  }

  private List<String> away() {
    return log.lines().stream().filter(line -> line.contains(" has not come back, ")).toList();
  }

  private static void stayAway(
      StageClock clock, RunningApplication application, AtomicLong nowNs, long ns) {
    nowNs.incrementAndGet();
    clock.enter(application);
    nowNs.addAndGet(ns);
    clock.check();
    clock.check();
    clock.leave(application);
  }
}
