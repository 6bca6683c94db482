package maestro.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import maestro.api.RequestStage;
import maestro.config.StrategyName;
import maestro.testkit.EachStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Switches that do not read their answers, under every strategy. */
class SlowReaderTest {
  private static final int HIGH_WATER = 16 * 1024;

  private static final RequestStage FLOOD = (request, output) -> output.flood(request);

  /** A switch that has requests to send, and answers to expect in their order. */
  private static final class Talker {
    final FakeSwitch client;
    private final ByteBuffer toSend;
    private final List<Integer> expected;
    final List<Integer> answered = new ArrayList<>();

    Talker(Rig rig, int version, long datapathId, int requests) {
      this.client = rig.join(version, datapathId);
      this.expected = IntStream.range(0, requests).boxed().toList();
      this.toSend =
          ByteBuffer.wrap(
              Messages.join(
                  expected.stream()
                      .map(i -> Messages.packetIn(version, i))
                      .toArray(byte[][]::new)));
    }

    void send(int bytes) {
      int limit = toSend.limit();
      toSend.limit(Math.min(limit, toSend.position() + bytes));
      client.trySend(toSend);
      toSend.limit(limit);
    }

    boolean hasSentAll() {
      return !toSend.hasRemaining();
    }

    void read(int bytes) {
      client.readSome(bytes);
    }

    boolean isDone() {
      client.take().forEach(message -> answered.add(Messages.xid(message)));
      return hasSentAll() && answered.size() >= expected.size();
    }

    void assertAnsweredInOrder() {
      client.take().forEach(message -> answered.add(Messages.xid(message)));
      assertThat(answered).isEqualTo(expected);
      assertThat(client.partialBytes()).isZero();
    }
  }

  @EachStrategy
  void shouldBoundOutputAndServeOthersWhenOneDoesNotRead(StrategyName strategy) {
    RigSetup setup = Rig.setup().strategy(strategy).tight().patient().stage(FLOOD);
    try (Rig rig = setup.start()) {
      Talker slow = new Talker(rig, 1, 1, 100_000);
      FakeSwitch other = rig.join(4, 2);
      for (int i = 0; i < 300; i++) {
        slow.send(64 * 1024);
        other.send(Messages.packetIn(4, i));
        assertThat(rig.await(other, 1)).extracting(Messages::xid).containsExactly(i);
        assertThat(rig.connection(1).output().pendingBytes())
            .isLessThanOrEqualTo(HIGH_WATER + setup.mostBytesOfOneVisit());
      }
      rig.until(
          () -> { // the kernel may still have taken some
            slow.send(64 * 1024);
            return rig.connection(1).isSuspended();
          });
      assertThat(rig.connection(1).isCongested()).isTrue();
      assertThat(slow.hasSentAll()).as("its requests wait").isFalse();
      rig.until(
          () -> {
            slow.send(64 * 1024);
            return slow.isDone();
          });
      slow.assertAnsweredInOrder();
    }
  }

  @Test
  void shouldBoundOutputWhenOneVisitMayServeManyBuffersFull() {
    RigSetup setup = Rig.setup().tight().patient().quantum(1_000_000).stage(FLOOD);
    try (Rig rig = setup.start()) {
      Talker slow = new Talker(rig, 1, 1, 100_000);
      int most = 0;
      while (!rig.connection(1).isSuspended()) {
        slow.send(1 << 20);
        rig.work(0);
        most = Math.max(most, rig.connection(1).output().pendingBytes());
      }
      assertThat(most).isLessThanOrEqualTo(HIGH_WATER + 2 * 64 * 1024);
    }
  }

  @EachStrategy
  void shouldServeBufferedRequestsWhenNothingMoreIsSent(StrategyName strategy) {
    RigSetup setup = Rig.setup().strategy(strategy).tight().patient().stage(FLOOD);
    try (Rig rig = setup.start()) {
      Talker slow = new Talker(rig, 1, 1, 4_000);
      rig.until(
          () -> {
            slow.send(1 << 20);
            return slow.hasSentAll();
          });
      rig.pump();
      rig.until(slow::isDone);
      slow.assertAnsweredInOrder();
    }
  }

  private static Stream<Arguments> hammers() {
    return Stream.of(StrategyName.values())
        .flatMap(
            strategy ->
                Stream.of(512, 2048, 64 * 1024)
                    .flatMap(
                        readBytes ->
                            Stream.of(1, 3)
                                .map(workers -> Arguments.of(strategy, readBytes, workers))));
  }

  /** Sends and reads by chance, while workers take turns by chance. */
  @ParameterizedTest
  @MethodSource("hammers")
  void shouldAnswerEverythingInOrderWhenSwitchesReadByFitsAndStarts(
      StrategyName strategy, int readBytes, int workers) {
    for (int seed = 0; seed < 2; seed++) {
      RigSetup setup =
          Rig.setup()
              .strategy(strategy)
              .readBytes(readBytes)
              .workers(workers)
              .quantum(50)
              .repartitionEveryTick()
              .tight()
              .patient()
              .stage(FLOOD);
      try (Rig rig = setup.start()) {
        hammer(rig, new Random(seed), workers);
      }
    }
  }

  private static void hammer(Rig rig, Random random, int workers) {
    List<Talker> talkers = new ArrayList<>();
    for (int i = 1; i <= 6; i++) {
      talkers.add(new Talker(rig, i % 2 == 0 ? 4 : 1, i, 200 * i * i));
    }
    for (int step = 0; step < 20_000; step++) {
      Talker talker = talkers.get(random.nextInt(talkers.size()));
      switch (random.nextInt(8)) {
        case 0 -> talker.send(random.nextInt(1 << random.nextInt(17)) + 1);
        case 1 -> talker.read(random.nextInt(1 << random.nextInt(15)) + 1);
        case 2 -> {
          rig.moveClock(20_000_000);
          rig.conduct();
        }
        case 3 -> rig.help();
        default -> rig.work(random.nextInt(workers));
      }
    }
    for (Talker talker :
        talkers) { // the requests that wait inside must not need a push from outside
      rig.until(
          () -> {
            talker.send(1 << 20);
            rig.moveClock(20_000_000);
            return talker.isDone();
          });
    }
    talkers.forEach(Talker::assertAnsweredInOrder);
  }
}
