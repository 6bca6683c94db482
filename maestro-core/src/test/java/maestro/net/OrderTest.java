package maestro.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import maestro.api.RequestStage;
import maestro.config.StrategyName;
import maestro.metrics.Counter;
import maestro.net.session.Session;
import maestro.testkit.EachStrategy;

/** Answers leave in the order of what they answer, whatever it is. */
class OrderTest {
  private static final RequestStage FLOOD = (request, output) -> output.flood(request);

  @EachStrategy
  void shouldAnswerInStreamOrderWhenKindsAreMixed(StrategyName strategy) {
    try (Rig rig = Rig.setup().strategy(strategy).stage(FLOOD).start()) {
      FakeSwitch client = rig.join(1, 1);
      client.send(
          Messages.join(
              Messages.packetIn(1, 1),
              FakeSwitch.hex(Messages.header(1, 2, 2)),
              Messages.packetIn(1, 3),
              FakeSwitch.hex(Messages.portStatus(1, 0, 4, 0)),
              Messages.packetIn(1, 4),
              FakeSwitch.hex(Messages.header(1, 2, 5)),
              FakeSwitch.hex(Messages.header(1, 2, 6)),
              FakeSwitch.hex(Messages.header(1, 99, 7))));
      assertThat(rig.await(client, 7))
          .extracting(Messages::xid)
          .containsExactly(1, 2, 3, 4, 5, 6, 7);
      assertThat(Session.of(rig.connection(1)).ports()).containsKey(4);
    }
  }

  @EachStrategy
  void shouldAnswerInStreamOrderWhenMixIsLongAndBatchesAreSmall(StrategyName strategy) {
    RigSetup setup =
        Rig.setup()
            .strategy(strategy)
            .workers(2)
            .batchCapacity(7)
            .quantum(13)
            .readBytes(512)
            .stage(FLOOD);
    try (Rig rig = setup.start()) {
      Random random = new Random(5);
      FakeSwitch first = rig.join(4, 1);
      FakeSwitch second = rig.join(1, 2);
      List<Integer> expectedFirst = sendMix(first, 4, random);
      List<Integer> expectedSecond = sendMix(second, 1, random);
      assertThat(rig.await(first, expectedFirst.size()))
          .extracting(Messages::xid)
          .isEqualTo(expectedFirst);
      assertThat(rig.await(second, expectedSecond.size()))
          .extracting(Messages::xid)
          .isEqualTo(expectedSecond);
      assertThat(rig.counted(Counter.REQUESTS_LOST)).isZero();
    }
  }

  private static List<Integer> sendMix(FakeSwitch client, int version, Random random) {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    List<Integer> expected = new ArrayList<>();
    for (int xid = 0; xid < 600; xid++) {
      int kind = random.nextInt(5);
      expected.add(xid);
      stream.writeBytes(
          switch (kind) {
            case 0 -> FakeSwitch.hex(Messages.header(version, 2, xid));
            case 1 -> FakeSwitch.hex(Messages.header(version, 77, xid));
            default -> Messages.packetIn(version, xid);
          });
      if (random.nextInt(10) == 0) {
        stream.writeBytes(FakeSwitch.hex(Messages.portStatus(version, 2, 1, xid & 1)));
      }
    }
    client.send(stream.toByteArray());
    return expected;
  }
}
