package maestro.sequence.application;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import maestro.api.BatchStage;
import maestro.api.FlowBatch;
import maestro.api.FlowRequest;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.api.SwitchLocal;
import maestro.api.SwitchOutput;
import maestro.metrics.Counter;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.net.RigSetup;
import maestro.net.TestApplication;
import maestro.openflow.SampleFrames;
import maestro.testkit.LogOf;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sequences of stages that throw at random requests. A request at which a stage threw keeps what it
 * had got before, and gets nothing more. Every other request is handled as if nothing had thrown. A
 * stage that throws when it is to make its state for a switch sees no request of that switch.
 */
class FaultPropertyTest {
  private static final int STAGES = 5;
  private static final int REQUESTS = 300;
  private static final int SWITCHES = 3;

  /** Where a PACKET_OUT of 1.0 with a buffer and one action has the port. */
  private static final int PORT_AT = 20;

  private static final int FIRST_PORT = 1000;
  private static final byte[] TO_ONE = SampleFrames.ethernet(1, 2, 0x9999, new byte[46]);
  private static final byte[] TO_GROUP =
      SampleFrames.ethernet(1, 0x010000000002L, 0x9999, new byte[46]);

  @SuppressWarnings("UnusedVariable") // keeps what it takes out of the output
  @AutoClose
  private final LogOf log = new LogOf(FaultLog.class);

  @SuppressWarnings("UnusedVariable") // the same
  @AutoClose
  private final LogOf unserved = new LogOf(RunningApplication.class);

  /** How a stage walks the batch. */
  private enum Walk {
    ONE_BY_ONE,
    ONCE,
    TWICE,
    MULTI_DESTINATION
  }

  /** What a stage does at a request. */
  private enum Act {
    PASS,
    ANSWER,
    CONSUME,
    ANSWER_AND_CONSUME,
    THROW,
    ANSWER_AND_THROW
  }

  /** A stage of the sequence under test, and of the model. */
  private record Scripted(int number, Walk walk, Set<Long> unserved, Map<Integer, Act> acts) {
    static Scripted random(int number, Random random) {
      Walk walk = List.of(Walk.values()).get(random.nextInt(Walk.values().length));
      Set<Long> unserved = new TreeSet<>();
      for (long datapathId = 1; datapathId <= SWITCHES; datapathId++) {
        if (random.nextInt(5) == 0) {
          unserved.add(datapathId);
        }
      }
      int faults = random.nextInt(3) == 0 ? 0 : random.nextInt(4) == 0 ? 100 : 5;
      Map<Integer, Act> acts = new TreeMap<>();
      for (int request = 0; request < SWITCHES * REQUESTS; request++) {
        int sort = random.nextInt(100) < faults ? 4 + random.nextInt(2) : random.nextInt(4);
        acts.put(request, List.of(Act.values()).get(sort));
      }
      return new Scripted(number, walk, unserved, acts);
    }

    TestApplication application() {
      return new TestApplication(
          "app" + number,
          context -> {
            SwitchLocal<Long> state = context.switchLocal(this::state);
            return Stages.batch(() -> stage(state));
          });
    }

    private Long state(SwitchInfo info) {
      if (unserved.contains(info.datapathId())) {
        throw new IllegalStateException("no state");
      }
      return info.datapathId();
    }

    private BatchStage stage(SwitchLocal<Long> state) {
      return switch (walk) {
        case ONE_BY_ONE -> (RequestStage) (request, output) -> act(request, output, state);
        case ONCE -> (batch, output) -> walk(batch, output, state);
        case TWICE -> (batch, output) -> walkTwice(batch, output, state);
        case MULTI_DESTINATION ->
            (batch, output) -> {
              while (batch.nextMultiDestination()) {
                act(batch.request(), output, state);
              }
            };
      };
    }

    private void walkTwice(FlowBatch batch, SwitchOutput output, SwitchLocal<Long> state) {
      while (batch.next() && batch.request().inPort() % 7 != 0) {
        assertThat(batch.request().inPort()).isPositive();
      }
      batch.rewind();
      walk(batch, output, state);
    }

    private void walk(FlowBatch batch, SwitchOutput output, SwitchLocal<Long> state) {
      while (batch.next()) {
        act(batch.request(), output, state);
      }
    }

    private void act(FlowRequest request, SwitchOutput output, SwitchLocal<Long> state) {
      assertThat(state.of(request)).isEqualTo(request.datapathId());
      Act act = acts.get(request.inPort() - 1);
      if (act == Act.ANSWER || act == Act.ANSWER_AND_CONSUME || act == Act.ANSWER_AND_THROW) {
        output.forward(request, FIRST_PORT + number);
      }
      if (act == Act.CONSUME || act == Act.ANSWER_AND_CONSUME) {
        output.consume(request);
      }
      if (act == Act.THROW || act == Act.ANSWER_AND_THROW) {
        throw new IllegalStateException("at a request");
      }
    }
  }

  private static boolean isMultiDestination(int request) {
    return request % 3 == 0;
  }

  /** What a sequence does with one request: the ports to which it goes, and whether it is lost. */
  private record Fate(List<Integer> ports, boolean isLost) {
    static Fate of(int request, List<Scripted> stages) {
      List<Integer> ports = new ArrayList<>();
      boolean isConsumed = false;
      for (Scripted stage : stages) {
        boolean isSeen =
            stage.walk == Walk.MULTI_DESTINATION ? isMultiDestination(request) : !isConsumed;
        boolean isServed = !stage.unserved.contains(1L + request / REQUESTS);
        Act act = isSeen && isServed ? stage.acts.get(request) : Act.PASS;
        switch (act) {
          case PASS, CONSUME, THROW -> {}
          case ANSWER, ANSWER_AND_CONSUME, ANSWER_AND_THROW -> ports.add(FIRST_PORT + stage.number);
        }
        if (act == Act.THROW || act == Act.ANSWER_AND_THROW) {
          return new Fate(ports, ports.isEmpty() && !isConsumed);
        }
        isConsumed |= act == Act.CONSUME || act == Act.ANSWER_AND_CONSUME;
      }
      return new Fate(ports, false);
    }
  }

  static IntStream seeds() {
    return IntStream.range(0, Integer.getInteger("maestro.faults.seeds", 25));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldCostNothingButTheRequestWhenAStageThrowsAtIt(int seed) {
    Random random = new Random(seed);
    List<Scripted> stages = new ArrayList<>();
    RigSetup setup =
        Rig.setup()
            .patient()
            .batchPerVisit(random.nextBoolean())
            .set("maestro.applications.fault-budget=1000000");
    for (int i = 0; i < STAGES; i++) {
      Scripted stage = Scripted.random(i, random);
      stages.add(stage);
      setup.application(stage.application());
    }
    try (Rig rig = setup.start()) {
      Map<Integer, List<Integer>> answers = answers(rig);
      long lost = 0;
      for (int request = 0; request < SWITCHES * REQUESTS; request++) {
        Fate fate = Fate.of(request, stages);
        assertThat(answers.getOrDefault(request, List.of()))
            .as("request %s through %s", request, stages)
            .isEqualTo(fate.ports);
        lost += fate.isLost ? 1 : 0;
      }
      assertThat(rig.counted(Counter.REQUESTS_LOST)).isEqualTo(lost);
    }
  }

  /** Sends all requests, of several switches, and returns the ports of the answers to each. */
  private static Map<Integer, List<Integer>> answers(Rig rig) {
    List<FakeSwitch> clients = new ArrayList<>();
    for (int i = 0; i < SWITCHES; i++) {
      clients.add(rig.join(1, 1 + i));
    }
    for (int i = 0; i < SWITCHES; i++) {
      byte[][] requests = new byte[REQUESTS][];
      for (int each = 0; each < REQUESTS; each++) {
        int request = i * REQUESTS + each;
        byte[] frame = isMultiDestination(request) ? TO_GROUP : TO_ONE;
        requests[each] = Messages.packetIn(1, request, 5, request + 1, frame);
      }
      clients.get(i).send(Messages.join(requests));
    }
    rig.pump();
    Map<Integer, List<Integer>> answers = new TreeMap<>();
    for (FakeSwitch client : clients) {
      for (byte[] message : client.take()) {
        int port = ByteBuffer.wrap(message).getShort(PORT_AT);
        answers.computeIfAbsent(Messages.xid(message), xid -> new ArrayList<>()).add(port);
      }
    }
    return answers;
  }
}
