package maestro.emulator.engine;

import static maestro.emulator.engine.Plans.MS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import maestro.emulator.engine.plan.LoadPlan;
import maestro.emulator.engine.result.LoadResult;
import maestro.emulator.report.Answerers;
import maestro.emulator.scenario.LoadMode;
import maestro.openflow.OpenFlow;
import maestro.openflow.RoleMessages;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Switches with two controllers, in virtual time: requests come each millisecond. */
class SeveralControllersTest {
  private static final long NEVER = Long.MAX_VALUE;
  private static final int SLAVE = RoleMessages.SLAVE;

  private final Plans plans = new Plans();
  private final VirtualTime time = new VirtualTime();
  private final List<One> controllers = new ArrayList<>();
  private long beganNs;

  /**
   * A controller that asks for a role when it knows a switch, and perhaps for another one later.
   */
  private final class One {
    private final TruthResponder responder;
    private int firstRole;
    private final List<TruthConnection> connections = new ArrayList<>();
    private long stopsAtNs = NEVER;
    private long claimsAtNs = NEVER;

    One(int firstRole) {
      this.firstRole = firstRole;
      try {
        responder = new TruthResponder(Role::new, time);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      controllers.add(this);
    }

    final class Role implements TruthResponder.Behaviour {
      @Override
      public void onFeatures(TruthConnection connection) throws IOException {
        connections.add(connection);
        if (firstRole != RoleMessages.EQUAL) {
          ask(connection, firstRole, 1);
        }
        connection.askForBarrier();
      }

      @Override
      public void onRequest(TruthRequest request, TruthConnection connection) {
        connection.write(request.answer());
      }

      @Override
      public int requestsAtOnce(long datapathId, long nowNs) {
        long sinceNs = nowNs - beganNs;
        if (sinceNs >= claimsAtNs) {
          connections.forEach(each -> ask(each, RoleMessages.MASTER, 2));
          claimsAtNs = NEVER;
        }
        if (sinceNs >= stopsAtNs) {
          stopsAtNs = NEVER;
          firstRole = firstRole == RoleMessages.MASTER ? SLAVE : firstRole; // when it is back
          close();
        }
        return 16;
      }
    }

    private void ask(TruthConnection connection, int role, long generation) {
      connection.write(RoleMessages.request(OpenFlow.VERSION_13, 1, role, generation));
    }

    private void close() {
      try {
        for (TruthConnection each : connections) {
          each.close();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @BeforeEach
  void byRate() {
    plans.mode = LoadMode.RATE;
    plans.version = OpenFlow.VERSION_13;
    plans.requestsPerSecond = 1000;
    plans.times = new LoadPlan.Times(2000 * MS, 2000 * MS, 50 * MS, 1000 * MS, 500 * MS);
  }

  @AfterEach
  void close() throws IOException {
    for (One each : controllers) {
      each.responder.close();
    }
  }

  private LoadResult run() throws IOException {
    List<TruthResponder> responders = controllers.stream().map(each -> each.responder).toList();
    return new VirtualRun(plans.plan(), responders, time)
        .run(
            (stage, done, total, answered) -> {
              if (stage != Progress.Stage.MEASURING) {
                beganNs = time.nowNs(); // the end is the beginning of measured time
              }
            });
  }

  private static List<Answerers> answerers(LoadResult result) {
    assertThat(result.failure()).isEmpty();
    return result.switches().stream().map(LoadResult.SwitchCounts::answerers).toList();
  }

  @Test
  void shouldCountEachRequestAsAnsweredTwiceWhenBothAreEqual() throws IOException {
    new One(RoleMessages.EQUAL);
    new One(RoleMessages.EQUAL);

    LoadResult result = run();

    for (LoadResult.SwitchCounts each : result.switches()) {
      assertThat(each.answerers().byTwo()).isEqualTo(each.sentRequests()).isPositive();
      assertThat(each.answerers().byNobody()).isZero();
    }
  }

  @Test
  void shouldAskTheMasterOnlyWhenTheOtherOneIsASlave() throws IOException {
    new One(SLAVE);
    One master = new One(RoleMessages.MASTER);

    LoadResult result = run();

    assertThat(answerers(result))
        .allMatch(each -> each.byTwo() == 0 && each.byNobody() == 0 && each.changes() == 0);
    assertThat(controllers.get(0).responder.handledRequests()).isZero();
    assertThat(master.responder.handledRequests()).isPositive();
  }

  @Test
  void shouldTellTheGapAndWhatNobodyAnsweredWhenTheMasterDies() throws IOException {
    One master = new One(RoleMessages.MASTER);
    One heir = new One(SLAVE);
    master.stopsAtNs = 300 * MS;
    heir.claimsAtNs = 500 * MS;

    for (Answerers each : answerers(run())) {
      assertThat(each.byTwo()).isZero();
      assertThat(each.byNobody()).isBetween(195L, 205L);
      assertThat(each.changes()).isEqualTo(1);
      assertThat(each.longestChangeNs()).isBetween(195.0 * MS, 205.0 * MS);
    }
  }

  @Test
  void shouldConnectAgainWhenTheControllerTakesConnectionsAgain() throws IOException {
    One first = new One(RoleMessages.EQUAL);
    new One(RoleMessages.EQUAL);
    first.stopsAtNs = 300 * MS;

    LoadResult result = run();

    assertThat(first.connections).hasSize(2 * plans.switchCount);
    assertThat(answerers(result)).allMatch(each -> each.byNobody() == 0 && each.byTwo() > 900);
  }

  @Test
  void shouldRefuseWhatADemotedControllerStillAnswers() throws IOException {
    One master = new One(RoleMessages.MASTER);
    One heir = new One(SLAVE);
    heir.claimsAtNs = 500 * MS;
    plans.requestsPerSecond = 10_000;

    for (Answerers each : answerers(run())) {
      assertThat(each.byTwo()).isZero();
      assertThat(each.changes()).isEqualTo(1);
      assertThat(each.byNobody()).isEqualTo(each.refusedWrites());
    }
    assertThat(master.responder.handledRequests()).isPositive();
    assertThat(heir.responder.handledRequests()).isPositive();
  }

  @Test
  void shouldSayThatNobodyServesWhenBothAreSlaves() throws IOException {
    new One(SLAVE);
    new One(SLAVE);

    assertThat(run().failure()).contains("all are slaves");
  }
}
