package maestro.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import maestro.api.FlowActions;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.RequestStage;
import maestro.api.SwitchOutput;
import maestro.metrics.Counter;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.openflow.OpenFlow;
import maestro.openflow.SampleFrames;
import maestro.testkit.EachVersion;
import org.junit.jupiter.api.Test;

/**
 * Actions that an earlier stage puts before the answer: what the switch gets is, byte for byte,
 * what a single stage says that answers with all actions.
 */
class BeforeAnswersTest {
  private static final int IN_PORT = 1;
  private static final int ROUNDS = 400;
  private static final FlowOptions USUAL = FlowOptions.timeouts(10, 0);
  private static final byte[] WEB = SampleFrames.tcp(5000, 80);

  private RequestStage first = (request, output) -> {};
  private RequestStage second = (request, output) -> {};

  private static int[] named(int... ports) {
    int[] named = ports.clone();
    for (int i = 0; i < named.length; i++) {
      named[i] = ports[i] == IN_PORT ? FlowActions.IN_PORT : ports[i];
    }
    return named;
  }

  private static void whole(
      int kind, FlowRequest request, SwitchOutput output, FlowActions before, FlowOptions options) {
    FlowOptions all = options.withActions(before.then(options.actions()));
    FlowActions list = FlowActions.NONE.setIpv4Dst(9).output(4).output(5);
    switch (kind) {
      case 0 -> output.installAndForward(request, 2, all);
      case 1 -> output.installAndForward(request, IN_PORT, all);
      case 2 -> output.installAndForward(request, list, all);
      case 3 -> output.forward(request, before.output(named(3)));
      case 4 -> output.forward(request, before.output(named(3, IN_PORT, 5)));
      case 5 -> output.forward(request, before.then(list));
      case 6 -> output.forward(request, before.output(FlowActions.FLOOD));
      case 7 -> output.installDrop(request, options);
      case 8 -> output.drop(request);
      default -> output.install(request.datapathId(), request, IN_PORT, 6, all);
    }
  }

  private static void alone(
      int kind, FlowRequest request, SwitchOutput output, FlowOptions options) {
    FlowActions list = FlowActions.NONE.setIpv4Dst(9).output(4).output(5);
    switch (kind) {
      case 0 -> output.installAndForward(request, 2, options);
      case 1 -> output.installAndForward(request, IN_PORT, options);
      case 2 -> output.installAndForward(request, list, options);
      case 3 -> output.forward(request, 3);
      case 4 -> output.forward(request, new int[] {3, IN_PORT, 5}, 3);
      case 5 -> output.forward(request, list);
      case 6 -> output.flood(request);
      case 7 -> output.installDrop(request, options);
      case 8 -> output.drop(request);
      default -> output.install(request.datapathId(), request, IN_PORT, 6, options);
    }
  }

  private static FlowActions random(Random random, int version, boolean hasQueue) {
    FlowActions actions = FlowActions.NONE;
    for (int left = random.nextInt(4); left > 0; left--) {
      actions =
          switch (random.nextInt(version == OpenFlow.VERSION_10 ? 4 : 5)) {
            case 0 -> actions.setDscp(random.nextInt(64));
            case 1 -> actions.setEthDst(random.nextInt(1000));
            case 2 -> actions.pushVlan(random.nextInt(4096));
            case 3 -> actions.output(7);
            default -> actions.meter(1 + random.nextInt(9));
          };
    }
    return hasQueue && random.nextInt(3) == 0 ? actions.queue(random.nextInt(5)) : actions;
  }

  private Rig rig() {
    return Rig.setup()
        .patient()
        .stage((RequestStage) (request, output) -> first.onRequest(request, output))
        .stage((RequestStage) (request, output) -> second.onRequest(request, output))
        .start();
  }

  private static List<String> answers(Rig rig, FakeSwitch client, int version, int bufferId) {
    return rig.ask(client, Messages.packetIn(version, 1, bufferId, IN_PORT, WEB)).stream()
        .map(HexFormat.of()::formatHex)
        .toList();
  }

  @EachVersion
  void shouldSayWhatOneStageSaysWithAllActions(int version) {
    Random random = new Random(47);
    try (Rig rig = rig()) {
      FakeSwitch client = rig.join(version, 1);
      for (int i = 0; i < ROUNDS; i++) {
        int kind = random.nextInt(10);
        boolean hasLists = kind == 2 || kind == 5;
        boolean hasQueue = version == OpenFlow.VERSION_13 || !hasLists;
        FlowActions one = random(random, version, false);
        FlowActions two = random(random, version, hasQueue);
        FlowOptions options =
            random.nextInt(3) == 0 && two.queueId() == -1
                ? USUAL.withActions(FlowActions.NONE.setEthSrc(5))
                : USUAL;
        int bufferId = random.nextBoolean() ? OpenFlow.NO_BUFFER : 5;
        first =
            (request, output) -> {
              output.before(request, one);
              output.before(request, two);
            };
        second = (request, output) -> alone(kind, request, output, options);
        List<String> composed = answers(rig, client, version, bufferId);
        first = (request, output) -> {};
        second = (request, output) -> whole(kind, request, output, one.then(two), options);
        assertThat(composed)
            .as("answer %d after %s and %s", kind, one, two)
            .isEqualTo(answers(rig, client, version, bufferId));
      }
      assertThat(rig.counted(Counter.REQUESTS_LOST)).isZero();
    }
  }

  @Test
  void shouldInstallNothingThatASwitchCannotSay() {
    try (Rig rig = rig()) {
      FakeSwitch client = rig.join(OpenFlow.VERSION_10, 1);
      second = (request, output) -> output.installAndForward(request, 2, USUAL);
      for (FlowActions lead :
          List.of(FlowActions.NONE.meter(3), FlowActions.NONE.group(1), FlowActions.NONE)) {
        first = (request, output) -> output.before(request, lead);
        long refused = rig.counted(Counter.ENTRIES_NOT_SAYABLE);
        boolean canSay = lead.isNone();
        assertThat(answers(rig, client, OpenFlow.VERSION_10, -1)).hasSize(canSay ? 2 : 1);
        assertThat(rig.counted(Counter.ENTRIES_NOT_SAYABLE)).isEqualTo(refused + (canSay ? 0 : 1));
      }
      FlowActions queue = FlowActions.NONE.queue(2);
      first = (request, output) -> output.before(request, queue);
      assertThat(answers(rig, client, OpenFlow.VERSION_10, -1)).hasSize(2);
      second =
          (request, output) -> output.installAndForward(request, FlowActions.outputs(2, 3), USUAL);
      assertThat(answers(rig, client, OpenFlow.VERSION_10, -1)).hasSize(1);
    }
  }

  /** The actions of one request are not those of the next, nor of the next batch. */
  @Test
  void shouldHoldForThatRequestAlone() {
    List<Integer> seen = new ArrayList<>();
    try (Rig rig = rig()) {
      FakeSwitch client = rig.join(OpenFlow.VERSION_13, 1);
      first =
          (request, output) -> {
            if (request.inPort() == 2) {
              output.before(request, FlowActions.NONE.setDscp(9));
            }
          };
      second = (request, output) -> output.forward(request, 3);
      for (int round = 0; round < 2; round++) {
        byte[] all = new byte[0];
        for (int port : new int[] {1, 2, 1, 2, 4}) {
          all = Messages.join(all, Messages.packetIn(4, port, -1, port, WEB));
        }
        rig.tell(client, all);
        client.take().forEach(each -> seen.add(each.length));
      }
      int plain = seen.get(0);
      int more = seen.get(1);
      assertThat(more).isGreaterThan(plain);
      assertThat(seen)
          .containsExactly(plain, more, plain, more, plain, plain, more, plain, more, plain);
    }
  }

  @Test
  void shouldRefuseARequestThatIsOver() {
    List<FlowRequest> kept = new ArrayList<>();
    List<SwitchOutput> outputs = new ArrayList<>();
    try (Rig rig = rig()) {
      FakeSwitch client = rig.join(OpenFlow.VERSION_13, 1);
      first =
          (request, output) -> {
            kept.add(request);
            outputs.add(output);
          };
      assertThat(answers(rig, client, OpenFlow.VERSION_13, -1)).isEmpty();
      assertThatThrownBy(() -> outputs.get(0).before(kept.get(0), FlowActions.NONE))
          .isInstanceOf(IllegalStateException.class);
    }
  }
}
