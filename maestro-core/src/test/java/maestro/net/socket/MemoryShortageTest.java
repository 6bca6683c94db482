package maestro.net.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import maestro.api.RequestStage;
import maestro.config.StrategyName;
import maestro.metrics.Counter;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.net.RigSetup;
import maestro.net.connection.Connection;
import maestro.testkit.EachStrategy;
import org.junit.jupiter.api.Test;

/** Little memory for connections, and switches that take it. */
class MemoryShortageTest {
  private static final int MEMORY_BYTES = 512 * 1024;
  private static final int GREEDY = 40;
  private static final int GOOD_ID = 1000;
  private static final long TICK_MS = 100;

  private static final RequestStage FLOOD = (request, output) -> output.flood(request);

  private static RigSetup setup() {
    return Rig.setup().tight().patient().memory(MEMORY_BYTES).stage(FLOOD);
  }

  /** Switches that send requests and read nothing. */
  private static List<FakeSwitch> greedy(Rig rig) {
    return new ArrayList<>(
        LongStream.rangeClosed(1, GREEDY).mapToObj(id -> rig.join(1, id)).toList());
  }

  private static ByteBuffer requests() {
    byte[][] requests = new byte[800][];
    for (int i = 0; i < requests.length; i++) {
      requests[i] = Messages.packetIn(1, i);
    }
    return ByteBuffer.wrap(Messages.join(requests));
  }

  private static void pushWhileServing(Rig rig, List<FakeSwitch> greedy, FakeSwitch good) {
    for (int round = 0; round < 30; round++) {
      for (FakeSwitch each : greedy) {
        each.trySend(requests());
      }
      good.send(Messages.packetIn(4, round));
      assertThat(rig.await(good, 1)).extracting(Messages::xid).containsExactly(round);
      assertThat(rig.budget().usedBytes()).isLessThanOrEqualTo(MEMORY_BYTES);
      rig.pass(TICK_MS);
    }
  }

  @EachStrategy
  void shouldServeOneThatHoldsNothingWhenManyDoNotRead(StrategyName strategy) {
    try (Rig rig = setup().strategy(strategy).start()) {
      List<FakeSwitch> greedy = greedy(rig);
      FakeSwitch good = rig.join(4, GOOD_ID);
      pushWhileServing(rig, greedy, good);
      assertThat(rig.budget().usedBytes()).as("they hold something").isPositive();
      FakeSwitch late = rig.join(4, GOOD_ID + 1);
      late.send(Messages.packetIn(4, 77));
      assertThat(rig.await(late, 1)).extracting(Messages::xid).containsExactly(77);
    }
  }

  @Test
  void shouldDisconnectThoseThatHoldMostWhenMemoryIsShort() {
    try (Rig rig = setup().start()) {
      List<FakeSwitch> greedy = greedy(rig);
      FakeSwitch good = rig.join(4, GOOD_ID);
      pushWhileServing(rig, greedy, good);
      long before = rig.counted(Counter.MEMORY_HOLDERS);
      Connection most =
          LongStream.rangeClosed(1, GREEDY)
              .mapToObj(rig::connection)
              .filter(each -> each != null)
              .max(Comparator.comparingInt(Connection::heldBytes))
              .orElseThrow();
      assertThat(most.isCongested()).isTrue();
      KeptBytes others = new KeptBytes(rig.budget());
      while (!rig.budget().isShort()) {
        assertThat(new KeptBytes(rig.budget()).append(ByteBuffer.allocate(1))).isTrue();
      }
      assertThat(others.append(ByteBuffer.allocate(1))).as("for one that holds nothing").isTrue();
      rig.pass(TICK_MS);
      rig.until(() -> most.closeReason() != null);
      assertThat(most.closeReason()).contains("nearly used up");
      assertThat(rig.counted(Counter.MEMORY_HOLDERS)).isGreaterThan(before);
      rig.until(() -> !rig.budget().isShort());
      good.send(Messages.packetIn(4, 99));
      assertThat(rig.await(good, 1)).extracting(Messages::xid).containsExactly(99);
      assertThat(rig.connection(GOOD_ID).closeReason()).isNull();
    }
  }

  @Test
  void shouldGiveAllMemoryBackWhenSwitchesHaveReadOrLeft() {
    try (Rig rig = setup().start()) {
      List<FakeSwitch> greedy = greedy(rig);
      FakeSwitch good = rig.join(4, GOOD_ID);
      pushWhileServing(rig, greedy, good);
      greedy.subList(0, GREEDY / 2).forEach(FakeSwitch::close);
      List<FakeSwitch> rest = greedy.subList(GREEDY / 2, GREEDY);
      rig.until(
          () -> {
            rest.forEach(each -> each.readSome(1 << 20));
            return rig.budget().usedBytes() == 0;
          });
    }
  }

  @EachStrategy
  void shouldHoldHalfAMessageInLittleMemoryAndServeItWhenTheRestComes(StrategyName strategy) {
    try (Rig rig = setup().strategy(strategy).start()) {
      FakeSwitch half = rig.join(1, 1);
      byte[] echo = Messages.join(new byte[][] {{1, 2, 0x40, 0, 0, 0, 0, 5}, new byte[0x3ff8]});
      half.send(Arrays.copyOf(echo, 9000));
      rig.until(() -> rig.connection(1).heldBytes() == 3 * BufferBudget.BLOCK_BYTES);
      half.send(Arrays.copyOfRange(echo, 9000, echo.length));
      rig.until(
          () -> {
            half.readSome(1 << 20);
            return !half.take().isEmpty();
          });
      rig.until(() -> rig.budget().usedBytes() == 0);
    }
  }
}
