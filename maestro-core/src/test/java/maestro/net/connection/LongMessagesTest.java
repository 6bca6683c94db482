package maestro.net.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import maestro.api.RequestStage;
import maestro.config.StrategyName;
import maestro.metrics.Counter;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.net.session.Session;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * No switch freezes, whatever the length of its messages: with each strategy, quantum, read size
 * and budget, and however the kernel cuts the stream, every message is answered in its turn.
 *
 * <p>{@code -Dmaestro.messages.seeds=N} runs more seeds.
 */
class LongMessagesTest {
  private static final int SEEDS = Integer.getInteger("maestro.messages.seeds", 8);
  private static final int MESSAGES = 12;
  private static final int ECHO_REQUEST = 2;

  /** A PACKET_OUT that holds this frame still fits into the 16-bit length. */
  private static final int LONGEST_FRAME = 65_000;

  private static final int[] QUANTA = {1, 2, 3, 50, 850};
  private static final int[] READS = {2 * 1024, 4 * 1024, 62 * 1024};
  private static final long[] BUDGETS = {1 << 20, 64 << 20};
  private static final long[] COSTS_NS = {0, 1_000, 3_000_000};

  @ParameterizedTest
  @EnumSource
  void shouldAnswerEachMessageWhenLengthsQuantaAndReadsAreRandom(StrategyName strategy) {
    for (int seed = 0; seed < SEEDS; seed++) {
      answersAll(strategy, seed);
    }
  }

  private static void answersAll(StrategyName strategy, int seed) {
    Random random = new Random(seed * 0x9E3779B97F4A7C15L); // near seeds begin alike
    int version = random.nextBoolean() ? 1 : 4;
    long costNs = oneOf(COSTS_NS, random);
    Rig[] own = new Rig[1];
    RequestStage stage =
        (request, output) -> {
          own[0].moveClock(costNs);
          output.flood(request);
        };
    try (Rig rig =
        Rig.setup()
            .strategy(strategy)
            .quantum(QUANTA[random.nextInt(QUANTA.length)])
            .readBytes(READS[random.nextInt(READS.length)])
            .memory(oneOf(BUDGETS, random))
            .stage(stage)
            .start()) {
      own[0] = rig;
      FakeSwitch client = rig.join(version, 1);
      ByteBuffer stream = ByteBuffer.wrap(stream(version, random));
      List<Integer> answered = new ArrayList<>();
      rig.until(
          () -> {
            stream.limit(
                Math.min(stream.capacity(), stream.position() + 1 + random.nextInt(20_000)));
            client.trySend(stream);
            client.take().forEach(each -> answered.add(Messages.xid(each)));
            return answered.size() >= MESSAGES;
          });
      assertThat(answered).as("seed %s", seed).containsExactlyElementsOf(xids());
      assertThat(rig.metrics.total(Counter.STOOD_STILL)).isZero();
    }
  }

  private static long oneOf(long[] values, Random random) {
    return values[random.nextInt(values.length)];
  }

  private static List<Integer> xids() {
    List<Integer> all = new ArrayList<>();
    for (int xid = 1; xid <= MESSAGES; xid++) {
      all.add(xid);
    }
    return all;
  }

  /** Echo requests of 8 to 65,535 bytes, and packets of up to {@link #LONGEST_FRAME}. */
  private static byte[] stream(int version, Random random) {
    byte[][] all = new byte[MESSAGES][];
    for (int i = 0; i < MESSAGES; i++) {
      int xid = i + 1;
      if (random.nextBoolean()) {
        all[i] = echo(version, xid, length(random, OpenFlow.HEADER_BYTES, 0xffff));
      } else {
        all[i] =
            Messages.packetIn(
                version, xid, OpenFlow.NO_BUFFER, 1, frame(length(random, 64, LONGEST_FRAME)));
      }
    }
    return Messages.join(all);
  }

  /** As many lengths below 4 KiB as above. */
  private static int length(Random random, int least, int most) {
    int top = random.nextBoolean() ? 4096 : most;
    return least + random.nextInt(top - least + 1);
  }

  private static byte[] echo(int version, int xid, int bytes) {
    return ByteBuffer.allocate(bytes)
        .put((byte) version)
        .put((byte) ECHO_REQUEST)
        .putShort((short) bytes)
        .putInt(xid)
        .array();
  }

  private static byte[] frame(int bytes) {
    return ByteBuffer.allocate(bytes)
        .putShort((short) 0x0200)
        .putInt(1)
        .putShort((short) 0x0200)
        .putInt(2)
        .putShort((short) 0x0800)
        .array();
  }

  @ParameterizedTest
  @ValueSource(ints = {63, 64, 200, 1000})
  void shouldJoinWhenItsPortsTakeMoreThanOneReadAndAVisitServesOneRequest(int ports) {
    try (Rig rig = Rig.setup().strategy(StrategyName.FAIR_SHARE).quantum(1).start()) {
      FakeSwitch client = rig.connect();
      int[] numbers = new int[ports];
      for (int i = 0; i < ports; i++) {
        numbers[i] = i + 1;
      }
      client.send(Messages.HELLO_BOTH);
      client.send(Messages.features(4, 7));
      client.send(Messages.portDesc(false, numbers));
      rig.until(() -> rig.switches.get(7) != null && Session.of(rig.switches.get(7)).isReady());
      assertThat(Session.of(rig.switches.get(7)).isReady()).isTrue();
    }
  }

  @Test
  void shouldSayOnceThatConnectionStandsStillUntilAByteMoves() {
    Standstill standstill = new Standstill();
    for (int visit = 1; visit < Standstill.VISITS; visit++) {
      assertThat(standstill.visited(0)).isFalse();
    }
    assertThat(standstill.isOn()).isFalse();
    assertThat(standstill.visited(0)).as("it stands still from now on").isTrue();
    assertThat(standstill.isOn()).isTrue();
    assertThat(standstill.visited(0)).as("said once").isFalse();
    assertThat(standstill.visited(1)).isFalse();
    assertThat(standstill.isOn()).as("a byte has moved").isFalse();
  }
}
