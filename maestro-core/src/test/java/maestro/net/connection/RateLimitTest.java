package maestro.net.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import maestro.api.RequestStage;
import maestro.config.StrategyName;
import maestro.metrics.Counter;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.net.RigSetup;
import maestro.testkit.EachStrategy;
import org.junit.jupiter.api.Test;

/** Switch 1 may make 100 requests a second, 50 at once; switch 2 as many as it likes. */
class RateLimitTest {
  private static final int ECHO_REPLY = 3;

  private static Rig rig(StrategyName strategy, int workers, boolean waits) {
    RateLimit limit = new RateLimit(100, 50, waits);
    return Rig.setup()
        .strategy(strategy)
        .workers(workers)
        .quantum(20)
        .readBytes(2048)
        .repartitionEveryTick()
        .patient()
        .limit(id -> id == 1 ? limit : null)
        .stage((RequestStage) (request, output) -> output.flood(request))
        .start();
  }

  private static byte[] requests(int from, int count) {
    return Messages.join(
        IntStream.range(from, from + count)
            .mapToObj(i -> Messages.packetIn(1, i))
            .toArray(byte[][]::new));
  }

  private static List<Integer> answers(FakeSwitch client) {
    return client.take().stream().map(Messages::xid).toList();
  }

  @EachStrategy
  void shouldDropAndCountWhatIsAbove(StrategyName strategy) {
    try (Rig rig = rig(strategy, 2, false)) {
      FakeSwitch limited = rig.join(1, 1);
      FakeSwitch free = rig.join(1, 2);
      limited.send(requests(0, 400)).send(Messages.header(1, 2, 7));
      rig.tell(free, requests(0, 400));
      List<Integer> first = new ArrayList<>(answers(limited));
      assertThat(first.remove(first.size() - 1)).as("echo is answered in time").isEqualTo(7);
      assertThat(first).isEqualTo(IntStream.range(0, 50).boxed().toList());
      assertThat(answers(free)).isEqualTo(IntStream.range(0, 400).boxed().toList());
      assertThat(rig.counted(Counter.REQUESTS_DROPPED)).isEqualTo(350);
      assertThat(rig.counted(Counter.REQUESTS)).isEqualTo(450);
      rig.pass(300);
      rig.tell(limited, requests(1_000, 400));
      assertThat(answers(limited)).isEqualTo(IntStream.range(1_000, 1_030).boxed().toList());
      assertThat(rig.counted(Counter.REQUESTS_DROPPED)).isEqualTo(720);
    }
  }

  @EachStrategy
  void shouldLetWaitWhatIsAboveAndLoseNothing(StrategyName strategy) {
    for (int workers = 1; workers <= 3; workers++) {
      try (Rig rig = rig(strategy, workers, true)) {
        FakeSwitch limited = rig.join(1, 1);
        FakeSwitch free = rig.join(1, 2);
        limited.send(requests(0, 400)).send(Messages.header(1, 2, 9_999));
        rig.pump();
        List<Integer> answered = new ArrayList<>(answers(limited));
        assertThat(answered).hasSize(50);
        for (int tenth = 1; tenth <= 40; tenth++) {
          rig.pass(100);
          answered.addAll(answers(limited));
          int most = 50 + 10 * tenth;
          assertThat(answered.size()).isBetween(Math.min(401, most - 10), Math.min(401, most));
          rig.tell(free, requests(tenth, 1));
          assertThat(answers(free)).containsExactly(tenth);
        }
        assertThat(answered.remove(answered.size() - 1)).isEqualTo(9_999);
        assertThat(answered).isEqualTo(IntStream.range(0, 400).boxed().toList());
        assertThat(rig.counted(Counter.REQUESTS_DROPPED)).isZero();
        assertThat(rig.counted(Counter.DEAD_PEERS)).isZero();
      }
    }
  }

  /** TCP holds the sender; nothing of it is in our memory but one buffer. */
  @EachStrategy
  void shouldNotReadAheadOfTheRateWhenSenderIsHeld(StrategyName strategy) {
    RateLimit limit = new RateLimit(100, 10, true);
    RigSetup setup =
        Rig.setup()
            .strategy(strategy)
            .tight()
            .patient()
            .limit(id -> limit)
            .stage((RequestStage) (request, output) -> output.flood(request));
    try (Rig rig = setup.start()) {
      FakeSwitch client = rig.join(1, 1);
      byte[] many = requests(0, 200);
      int sends = 0;
      while (client.trySend(ByteBuffer.wrap(many)) == many.length) {
        rig.cycle();
        assertThat(++sends).as("all of it is taken").isLessThan(2_000);
      }
      rig.pass(500);
      assertThat(rig.connection(1).bufferedBytes()).isLessThanOrEqualTo(64 * 1024);
      assertThat(rig.counted(Counter.REQUESTS)).isLessThanOrEqualTo(10 + 50);
    }
  }

  @Test
  void shouldStayWhenItsEchoReplyWaitsForTheRate() {
    RateLimit slow = new RateLimit(1, 1, true);
    try (Rig rig =
        Rig.setup()
            .limit(id -> slow)
            .stage((RequestStage) (request, output) -> output.flood(request))
            .start()) {
      FakeSwitch client = rig.join(1, 1);
      client.send(requests(0, 3_000)); // more than its buffer holds
      rig.pass(60_000);
      assertThat(client.isClosedByPeer()).isFalse();
      assertThat(rig.counted(Counter.REQUESTS)).isBetween(55L, 62L);
    }
  }

  @Test
  void shouldAnswerEchoInTimeWhenWhatIsAboveIsDropped() {
    try (Rig rig = rig(StrategyName.FAIR_SHARE, 1, false)) {
      FakeSwitch client = rig.join(1, 1);
      for (int i = 0; i < 100; i++) {
        client.send(requests(0, 200)).send(Messages.header(1, 2, i));
        rig.pump();
        assertThat(client.takeTypes()).endsWith(ECHO_REPLY);
      }
    }
  }

  @Test
  void shouldFollowWhenTheLimitChanges() {
    try (Rig rig = rig(StrategyName.FAIR_SHARE, 1, true)) {
      FakeSwitch client = rig.join(1, 1);
      rig.tell(client, requests(0, 400));
      assertThat(answers(client)).hasSize(50);
      rig.connection(1).limit(null);
      rig.pass(100);
      assertThat(answers(client)).hasSize(350);
      rig.connection(1).limit(new RateLimit(5, 5, false));
      rig.tell(client, requests(0, 100));
      assertThat(answers(client)).hasSize(5);
    }
  }
}
