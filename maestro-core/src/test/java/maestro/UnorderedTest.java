package maestro;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import maestro.api.BatchStage;
import maestro.api.FlowBatch;
import maestro.api.FlowRequest;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.SwitchOutput;
import maestro.config.MaestroConfig;
import maestro.config.Ordering;
import maestro.config.Sequence;
import maestro.config.StrategyName;
import maestro.config.file.ConfigLoader;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.PassiveSwitch;
import maestro.net.TestApplication;
import maestro.sequence.ApplicationHost;
import maestro.testkit.EachStrategy;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A sequence with {@code ordering = none}: one switch on several workers. */
class UnorderedTest {
  private static final int REQUESTS = 20_000;

  private static Maestro start(StrategyName strategy, BatchStage stage) throws Exception {
    MaestroConfig defaults =
        ConfigLoader.defaultsWith(
            "maestro.listen=\"127.0.0.1:0\"",
            "maestro.distribution.strategy=" + strategy.text(),
            "maestro.distribution.workers=2",
            "maestro.distribution.quantum=50",
            "maestro.distribution.read-size=4096");
    Sequence ordered = Sequence.onFlowRequest("s", List.of("app"));
    Sequence unordered =
        new Sequence(
            ordered.name(),
            ordered.triggers(),
            ordered.everyNs(),
            List.of(),
            List.of(),
            List.of(),
            Ordering.NONE,
            ordered.when(),
            ordered.run());
    MaestroConfig config =
        new MaestroConfig(
            defaults.listen(),
            defaults.role(),
            defaults.control(),
            defaults.distribution(),
            defaults.batching(),
            defaults.connection(),
            defaults.connections(),
            defaults.tls(),
            defaults.cluster(),
            defaults.weights(),
            defaults.rateLimit(),
            defaults.names(),
            defaults.vlans(),
            defaults.applications(),
            List.of(unordered));
    TestApplication application = new TestApplication("app", context -> Stages.batch(() -> stage));
    return Maestro.start(
        config, List.of(new ApplicationHost.Configured(application, ConfigFactory.empty())));
  }

  private static Socket join(Maestro maestro) throws IOException {
    return PassiveSwitch.joinAndRead(maestro.address(), 1, 30_000);
  }

  @ParameterizedTest
  @EnumSource(names = {"SHARED_QUEUE", "ROUND_ROBIN"})
  void shouldHandleOneSwitchOnTwoWorkersAtOnce(StrategyName strategy) throws Exception {
    Set<String> threads = ConcurrentHashMap.newKeySet();
    CountDownLatch both = new CountDownLatch(2);
    RequestStage stage =
        (request, output) -> {
          if (threads.add(Thread.currentThread().getName())) {
            both.countDown();
          }
          try { // each waits until the other is in here, too
            both.await(30, TimeUnit.SECONDS);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          output.flood(request);
        };
    try (Maestro maestro = start(strategy, stage);
        Socket socket = join(maestro)) {
      ByteArrayOutputStream requests = new ByteArrayOutputStream();
      for (int xid = 1; xid <= 400; xid++) { // more than one visit takes
        requests.writeBytes(Messages.packetIn(1, xid));
      }
      socket.getOutputStream().write(requests.toByteArray());
      assertThat(readXids(socket, 400).cardinality()).isEqualTo(400);
      assertThat(threads).containsExactlyInAnyOrder("worker-0", "worker-1");
    }
  }

  @EachStrategy
  void shouldAnswerEachRequestOnceWhenOneSwitchSendsMany(StrategyName strategy) throws Exception {
    try (Maestro maestro =
            start(strategy, (RequestStage) (request, output) -> output.flood(request));
        Socket socket = join(maestro)) {
      Thread sender =
          new Thread(
              () -> {
                try {
                  for (int xid = 1; xid <= REQUESTS; xid++) {
                    socket.getOutputStream().write(Messages.packetIn(1, xid));
                    if (xid % 100 == 0) { // an echo, answered in between
                      byte[] echo = FakeSwitch.hex(Messages.header(1, 2, REQUESTS + xid));
                      socket.getOutputStream().write(echo);
                    }
                  }
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              });
      sender.start();
      BitSet xids = readXids(socket, REQUESTS + REQUESTS / 100);
      sender.join();
      assertThat(xids.get(1, REQUESTS + 1).cardinality()).isEqualTo(REQUESTS);
    }
  }

  /** What {@code bufferId} says is the request's place in the stream of the switch. */
  @EachStrategy
  void shouldTimeRequestsInTheOrderOfTheStreamAndAskAgainAfterTheirAnswers(StrategyName strategy)
      throws Exception {
    int requests = 2_000;
    ConcurrentSkipListMap<Long, Set<Integer>> placesByTime = new ConcurrentSkipListMap<>();
    AtomicInteger handled = new AtomicInteger();
    AtomicInteger batches = new AtomicInteger();
    AtomicInteger asked = new AtomicInteger();
    BatchStage stage =
        new RequestStage() {
          @Override
          public void onBatch(FlowBatch batch, SwitchOutput output) {
            batches.incrementAndGet();
            RequestStage.super.onBatch(batch, output);
          }

          @Override
          public void onRequest(FlowRequest request, SwitchOutput output) {
            placesByTime
                .computeIfAbsent(request.nowNs(), ns -> ConcurrentHashMap.newKeySet())
                .add(request.bufferId());
            handled.incrementAndGet();
            output.drop(request);
          }

          @Override
          public void afterWrite(SwitchOutput output) {
            asked.incrementAndGet();
          }
        };
    try (Maestro maestro = start(strategy, stage);
        Socket socket = join(maestro)) {
      ByteArrayOutputStream stream = new ByteArrayOutputStream();
      for (int place = 1; place <= requests; place++) {
        stream.writeBytes(Messages.packetIn(1, place, place, 1, new byte[64]));
      }
      socket.getOutputStream().write(stream.toByteArray());
      assertThat(readXids(socket, requests).cardinality()).isEqualTo(requests);
    }
    assertThat(asked.get()).isEqualTo(batches.get());
    assertThat(handled.get()).isEqualTo(requests);
    int next = 1;
    for (Set<Integer> read : placesByTime.values()) {
      for (int place : new TreeSet<>(read)) {
        assertThat(place).isEqualTo(next++);
      }
    }
  }

  /** Reads so many messages, no two of which may have the same transaction id. */
  private static BitSet readXids(Socket socket, int count) throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    BitSet xids = new BitSet();
    for (int i = 0; i < count; i++) {
      byte[] header = in.readNBytes(8);
      int length = ((header[2] & 0xff) << 8) | (header[3] & 0xff);
      in.readNBytes(length - 8);
      int xid = Messages.xid(header);
      assertThat(xids.get(xid)).as("xid %d answered before", xid).isFalse();
      xids.set(xid);
    }
    return xids;
  }
}
