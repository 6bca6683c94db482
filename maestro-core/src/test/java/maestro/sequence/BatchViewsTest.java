package maestro.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import maestro.api.ApplicationContext;
import maestro.api.BatchStage;
import maestro.api.EventStage;
import maestro.api.PublishedView;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.View;
import maestro.metrics.Counter;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.net.RigSetup;
import maestro.net.TestApplication;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What batches see of views, and how they wait for one that is being made. */
class BatchViewsTest {
  /** A maker of a view, whose run the test holds, and a stage that answers by the view's value. */
  private static final class Stalled {
    private final AtomicReference<PublishedView<Integer>> topology = new AtomicReference<>();
    private final CountDownLatch making = new CountDownLatch(1);
    private final CountDownLatch made = new CountDownLatch(1);

    RigSetup setup() {
      return Rig.setup()
          .application(
              Recorder.application(
                  "topology",
                  Recorder.list(),
                  platform -> topology.set(platform.publishes("topology", Integer.class, 0))))
          .application(new TestApplication("routes", this::routes))
          .application(
              new TestApplication(
                  "flows",
                  platform -> {
                    View<Integer> routes = platform.reads("routes", Integer.class);
                    return Stages.batch(
                        () ->
                            (RequestStage)
                                (request, output) -> output.forward(request, routes.at(request)));
                  }))
          .sequence("{ on = switch-joined, run = [topology] }")
          .sequence("{ on = view-changed, view = topology, run = [routes] }")
          .sequence("{ on = flow-request, stall-on = routes, run = [flows] }");
    }

    private Stages routes(ApplicationContext platform) {
      View<Integer> from = platform.reads("topology", Integer.class);
      PublishedView<Integer> routes = platform.publishes("routes", Integer.class, 100);
      return Stages.events(
          new EventStage() {
            @Override
            public void onViewChanged(String view) {
              making.countDown();
              try {
                made.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              routes.publish(100 + from.now());
            }
          });
    }
  }

  private static int outPort(byte[] packetOut) {
    return ((packetOut[20] & 0xff) << 8) | (packetOut[21] & 0xff);
  }

  @Test
  void shouldLetBatchesWaitWhileTheirViewIsMade() throws Exception {
    Stalled stalled = new Stalled();
    try (Rig rig = stalled.setup().set("maestro.applications.stall-limit=1 h").start()) {
      FakeSwitch client = rig.join(1, 1);
      assertThat(rig.ask(client, Messages.packetIn(1, 1)))
          .extracting(BatchViewsTest::outPort)
          .containsExactly(100);
      assertThat(rig.counted(Counter.STALLED_BATCHES)).isZero();

      stalled.topology.get().publish(7);
      stalled.making.await();
      client.send(Messages.packetIn(1, 2));
      Thread worker = new Thread(rig::pump, "pumping");
      worker.start();
      Awaitility.await().until(() -> worker.getState() == Thread.State.TIMED_WAITING);
      assertThat(client.take()).as("answers before the view is made").isEmpty();
      stalled.made.countDown();
      worker.join(120_000);
      assertThat(worker.isAlive()).isFalse();
      assertThat(client.take()).extracting(BatchViewsTest::outPort).containsExactly(107);
      assertThat(rig.counted(Counter.STALLED_BATCHES)).isEqualTo(1);
      assertThat(rig.counted(Counter.STALLED_US)).isPositive();
    }
  }

  @Test
  void shouldUseTheOldViewWhenTheNewOneTakesLongerThanTheLimit() throws Exception {
    Stalled stalled = new Stalled();
    try (Rig rig = stalled.setup().set("maestro.applications.stall-limit=1 ms").start()) {
      FakeSwitch client = rig.join(1, 1);
      stalled.topology.get().publish(7);
      stalled.making.await();
      assertThat(rig.ask(client, Messages.packetIn(1, 1)))
          .extracting(BatchViewsTest::outPort)
          .containsExactly(100);
      assertThat(rig.counted(Counter.STALLED_BATCHES)).isEqualTo(1);
      stalled.made.countDown();
    }
  }

  @Test
  void shouldGoOnWhenTheWorkerIsInterruptedBeforeTheViewIsMade() throws Exception {
    Stalled stalled = new Stalled();
    try (Rig rig = stalled.setup().set("maestro.applications.stall-limit=1 h").start()) {
      FakeSwitch client = rig.join(1, 1);
      stalled.topology.get().publish(7);
      stalled.making.await();
      client.send(Messages.packetIn(1, 1));
      Thread worker = new Thread(rig::pump, "pumping");
      worker.start();
      Awaitility.await().until(() -> worker.getState() == Thread.State.TIMED_WAITING);
      worker.interrupt();
      worker.join(120_000);
      assertThat(worker.isAlive()).isFalse();
      assertThat(rig.counted(Counter.STALLED_BATCHES)).isEqualTo(1);
      stalled.made.countDown();
    }
  }

  @Test
  void shouldShowOneVersionOfAllViewsFromTheFirstStageToTheLast() {
    List<String> told = Recorder.list();
    AtomicReference<ApplicationContext> context = new AtomicReference<>();
    AtomicReference<PublishedView<Integer>> one = new AtomicReference<>();
    AtomicReference<PublishedView<Integer>> two = new AtomicReference<>();
    BatchStage first =
        (batch, output) -> {
          told.add("first " + one.get().at(batch) + " " + two.get().at(batch));
          int next = one.get().now() + 1;
          context.get().publishTogether(one.get().to(next), two.get().to(-next));
        };
    RequestStage second =
        (request, output) ->
            told.add(
                "second "
                    + one.get().at(request)
                    + " "
                    + two.get().at(request)
                    + ", now "
                    + one.get().now());
    try (Rig rig =
        Rig.setup()
            .application(
                new TestApplication(
                    "a",
                    platform -> {
                      context.set(platform);
                      one.set(platform.publishes("one", Integer.class, 0));
                      two.set(platform.publishes("two", Integer.class, 0));
                      return Stages.batch(() -> first);
                    }))
            .application(new TestApplication("b", platform -> Stages.batch(() -> second)))
            .start()) {
      FakeSwitch client = rig.join(1, 1);
      for (int i = 0; i < 2; i++) {
        rig.tell(client, Messages.packetIn(1, i));
      }
      assertThat(told)
          .containsExactly("first 0 0", "second 0 0, now 1", "first 1 -1", "second 1 -1, now 2");
    }
  }
}
