package maestro.apps.places;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import maestro.api.Application;
import maestro.api.BatchStage;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.RequestStage;
import maestro.api.Sent;
import maestro.apps.global.GlobalLearningSwitch;
import maestro.apps.learning.LearningSwitch;
import maestro.apps.testkit.Allocation;
import maestro.apps.testkit.FakeBatch;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeRequest;
import maestro.apps.testkit.SilentOutput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.projectfloodlight.openflow.protocol.OFFlowDelete;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.match.MatchField;

/**
 * Learning switches with {@code ordering = none}: several workers serve one switch, whose hosts
 * move. When all is handled, no entry of the switch may lead to another port than the one at which
 * its host was heard last in the order of the switch's stream.
 */
class UnorderedLearningTest {
  private static final int WORKERS = 3;
  private static final int PORTS = 4;
  private static final int HOSTS = 6;
  private static final int READS = 300;

  static Stream<Arguments> cases() {
    return IntStream.rangeClosed(1, Integer.getInteger("maestro.unordered.seeds", 20))
        .boxed()
        .flatMap(
            seed ->
                Stream.of("learning-switch", "global-learning-switch")
                    .map(name -> Arguments.of(name, seed)));
  }

  private static Application named(String name) {
    return name.equals("learning-switch") ? new LearningSwitch() : new GlobalLearningSwitch();
  }

  /** The switch: its stream, cut into reads, and its entries. Locked as a connection's output. */
  private static final class Switch {
    private final List<FakeRequest[]> reads = new ArrayList<>();
    private final Map<Long, Integer> heardLast = new HashMap<>();
    private final Map<String, Integer> entries = new TreeMap<>();
    private int next;
    private int moves;

    Switch(Random random) {
      int[] portOf = new int[HOSTS + 1];
      for (int read = 0; read < READS; read++) {
        FakeRequest[] requests = new FakeRequest[1 + random.nextInt(4)];
        for (int i = 0; i < requests.length; i++) {
          int host = 1 + random.nextInt(HOSTS);
          int to = 1 + (host + random.nextInt(HOSTS - 1)) % HOSTS;
          if (portOf[host] == 0 || random.nextInt(4) == 0) {
            portOf[host] = 1 + random.nextInt(PORTS);
            moves++;
          }
          requests[i] = FakeRequest.between(1, portOf[host], host, to).at(read);
          heardLast.put((long) host, portOf[host]);
        }
        reads.add(requests);
      }
    }

    /** The next reads for a batch; under the claim. */
    synchronized FlowRequest[] take(int most) {
      List<FlowRequest> taken = new ArrayList<>();
      for (int i = 0; i < most && next < reads.size(); i++) {
        taken.addAll(List.of(reads.get(next++)));
      }
      return taken.toArray(FlowRequest[]::new);
    }

    synchronized void apply(List<Runnable> messages) {
      messages.forEach(Runnable::run);
      messages.clear();
    }

    void install(FlowRequest request, int port) {
      entries.put(request.inPort() + " " + request.ethSrc() + " > " + request.ethDst(), port);
    }

    void removeTo(long host) {
      entries.keySet().removeIf(entry -> entry.endsWith(" > " + host));
    }

    void assertThatNoEntryIsWrong() {
      assertThat(moves).isGreaterThan(READS / 8);
      entries.forEach(
          (entry, port) -> {
            long host = Long.parseLong(entry.substring(entry.indexOf('>') + 2));
            assertThat(port).as(entry).isEqualTo(heardLast.get(host));
          });
    }
  }

  /** A worker in steps: takes a batch, handles it, writes the answers, and looks at them again. */
  private static final class TestWorker extends SilentOutput {
    private final Switch from;
    private final BatchStage stage;
    private final Random random;
    private final List<Runnable> gathered = new ArrayList<>();
    private FlowRequest[] batch = {};
    private int step;

    TestWorker(Switch from, BatchStage stage, Random random) {
      this.from = from;
      this.stage = stage;
      this.random = random;
    }

    /** Does one step; false when there is none. */
    boolean step() {
      switch (step) {
        case 0 -> batch = from.take(1 + random.nextInt(3));
        case 1 -> stage.onBatch(new FakeBatch(batch), this);
        case 2 -> from.apply(gathered);
        case 3 -> stage.afterWrite(this);
        default -> from.apply(gathered);
      }
      boolean isOver = batch.length == 0;
      step = isOver ? 0 : (step + 1) % 5;
      return !isOver;
    }

    @Override
    public void installAndForward(FlowRequest request, int port, FlowOptions options) {
      gathered.add(() -> from.install(request, port));
    }

    @Override
    public void removeFlowsTo(FlowRequest request, long ethDst) {
      gathered.add(() -> from.removeTo(ethDst));
    }

    @Override
    public Sent send(long datapathId, OFMessage message) {
      long host = ((OFFlowDelete) message).getMatch().get(MatchField.ETH_DST).getLong();
      gathered.add(() -> from.removeTo(host));
      return Sent.YES;
    }
  }

  private static List<TestWorker> workers(String application, Switch from, Random random) {
    FakePlatform platform = FakePlatform.withSettings(application, "").withoutOrder();
    platform.switches().add(1, PORTS);
    Supplier<? extends BatchStage> stages =
        platform.start(named(application)).batch().orElseThrow();
    List<TestWorker> workers = new ArrayList<>();
    for (int i = 0; i < WORKERS; i++) {
      workers.add(new TestWorker(from, stages.get(), new Random(random.nextLong())));
    }
    return workers;
  }

  /** In virtual time: any worker does the next step. */
  @ParameterizedTest
  @MethodSource("cases")
  void shouldLeaveNoWrongEntryWhenStepsOfWorkersMix(String application, int seed) {
    Random random = new Random(seed);
    Switch from = new Switch(random);
    List<TestWorker> workers = workers(application, from, random);
    while (!workers.isEmpty()) {
      TestWorker worker = workers.get(random.nextInt(workers.size()));
      if (!worker.step()) {
        workers.remove(worker);
      }
    }
    from.assertThatNoEntryIsWrong();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void shouldLeaveNoWrongEntryWhenThreadsServeOneSwitch(String application, int seed)
      throws Exception {
    Random random = new Random(seed);
    Switch from = new Switch(random);
    List<TestWorker> workers = workers(application, from, random);
    workers.get(0).step(); // the state of the switch is made before a second worker serves it
    workers.get(0).step();
    ExecutorService threads = Executors.newFixedThreadPool(WORKERS);
    List<Future<?>> ends = new ArrayList<>();
    for (TestWorker worker : workers) {
      ends.add(
          threads.submit(
              () -> {
                while (worker.step()) {
                  Thread.onSpinWait();
                }
              }));
    }
    for (Future<?> end : ends) {
      end.get();
    }
    threads.shutdown();
    from.assertThatNoEntryIsWrong();
  }

  @Test
  void shouldAllocateNothingWhenSeveralWorkersMayServeASwitch() {
    for (String name : List.of("learning-switch", "global-learning-switch")) {
      FakePlatform platform = FakePlatform.withSettings(name, "").withoutOrder();
      platform.switches().add(1, PORTS);
      BatchStage stage = platform.start(named(name)).batch().orElseThrow().get();
      FakeRequest there = FakeRequest.between(1, 1, 1, 2);
      FakeBatch batch = new FakeBatch(there, FakeRequest.between(1, 2, 2, 1));
      RequestStage whole =
          (request, output) -> {
            batch.rewind();
            stage.onBatch(batch, output);
            stage.afterWrite(output);
          };
      double bytes = Allocation.bytesPerRequest(whole, there);
      assertThat(bytes).isLessThan(0.1);
    }
  }
}
