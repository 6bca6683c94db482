package maestro.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.api.SwitchLocal;
import maestro.metrics.Counter;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.net.RigSetup;
import maestro.sequence.application.FaultLog;
import maestro.sequence.application.RunningApplication;
import maestro.testkit.LogOf;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** An application that cannot make its state for a switch does not serve it; all others do. */
class UnservedSwitchTest {
  @AutoClose private final LogOf log = new LogOf(RunningApplication.class);

  @SuppressWarnings("UnusedVariable") // keeps what it takes out of the output
  @AutoClose
  private final LogOf faults = new LogOf(FaultLog.class);

  private final List<String> told = Recorder.list();

  /** The switches for which the application throws. */
  private final Set<Long> refused = ConcurrentHashMap.newKeySet();

  /** Consumes what comes to it. */
  private final class Picky implements Application {
    private final boolean failsClosed;

    Picky(boolean failsClosed) {
      this.failsClosed = failsClosed;
    }

    @Override
    public String name() {
      return "picky";
    }

    @Override
    public String version() {
      return "1";
    }

    @Override
    public boolean failsClosed() {
      return failsClosed;
    }

    @Override
    public Stages start(ApplicationContext context) {
      SwitchLocal<Long> local = context.switchLocal(this::state);
      return Stages.batch(
              () ->
                  (RequestStage)
                      (request, output) -> {
                        told.add("request of " + local.of(request));
                        output.consume(request);
                      })
          .andEvents(new Recorder("picky", told));
    }

    private Long state(SwitchInfo info) {
      if (refused.contains(info.datapathId())) {
        throw new IllegalStateException("no state");
      }
      return info.datapathId();
    }
  }

  private RigSetup setup(boolean failsClosed) {
    return Rig.setup()
        .application(new Picky(failsClosed))
        .stage((RequestStage) (request, output) -> output.flood(request))
        .sequence("{ on = flow-request, run = [picky, app1] }")
        .sequence("{ on = [switch-joined, switch-left], run = [picky] }");
  }

  private static List<Integer> answers(Rig rig, FakeSwitch client) {
    return rig.ask(client, Messages.packetIn(1, 9)).stream().map(Messages::xid).toList();
  }

  @Test
  void shouldLetRequestsPassAndTellNoEventsWhenThereIsNoState() {
    refused.add(2L);
    try (Rig rig = setup(false).start()) {
      FakeSwitch one = rig.join(1, 1);
      FakeSwitch two = rig.join(1, 2);
      assertThat(answers(rig, one)).as("consumed").isEmpty();
      assertThat(answers(rig, two)).containsExactly(9);
      two.close();
      one.close();
      rig.until(() -> told.contains("picky: left 1"));
      assertThat(told).containsExactly("picky: joined 1", "request of 1", "picky: left 1");
      assertThat(rig.faults()).containsEntry("picky", 1).containsEntry("app1", 0);
      assertThat(log.lines())
          .containsExactly(
              "application picky has made no state for switch 00:00:00:00:00:00:00:02 and does not"
                  + " serve it: its requests go past it");
    }
  }

  @Test
  void shouldLoseRequestsWhenTheApplicationFailsClosed() {
    refused.add(2L);
    try (Rig rig = setup(true).start()) {
      FakeSwitch two = rig.join(1, 2);
      assertThat(answers(rig, two)).isEmpty();
      assertThat(rig.counted(Counter.REQUESTS_LOST)).isEqualTo(1);
    }
  }

  @Test
  void shouldServeTheSwitchWhenItJoinsAgainAndThereIsState() {
    refused.add(2L);
    try (Rig rig = setup(false).start()) {
      rig.disconnect(rig.join(1, 2));
      refused.clear();
      rig.pump();
      FakeSwitch two = rig.join(1, 2);
      assertThat(answers(rig, two)).as("consumed").isEmpty();
      assertThat(told).contains("picky: joined 2", "request of 2");
    }
  }

  @Test
  void shouldAskForNoStateWhenTheApplicationIsTakenOut() {
    refused.add(2L);
    refused.add(3L);
    try (Rig rig = setup(false).set("maestro.applications.fault-budget=1").start()) {
      assertThat(answers(rig, rig.join(1, 2))).containsExactly(9);
      assertThat(answers(rig, rig.join(1, 3))).containsExactly(9);
      assertThat(rig.faults()).containsEntry("picky", 1);
    }
  }
}
