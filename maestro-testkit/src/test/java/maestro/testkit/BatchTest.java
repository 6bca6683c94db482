package maestro.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import maestro.api.FlowActions;
import maestro.api.FlowOptions;
import maestro.api.RequestStage;
import maestro.apps.learning.LearningSwitch;
import org.junit.jupiter.api.Test;

/** Answers of stages and applications, as the switch gets them. */
class BatchTest {
  private static final byte[] WEB = TestFrame.tcp(1, 2, 80);
  private static final RequestStage BY_PORT =
      (request, output) -> {
        if (request.l4Dst() == 23) {
          output.installDrop(request, FlowOptions.timeouts(30, 60));
        } else {
          output.forward(request, 2);
        }
      };

  @Test
  void shouldReadAsTheProtocol() {
    assertThat(Batch.of(WEB).and(3, TestFrame.tcp(1, 2, 23)).run(BY_PORT))
        .containsExactly(
            "PACKET_OUT in_port=1 actions=output:2",
            "FLOW_MOD ADD idle_timeout=30, hard_timeout=60, priority=100,in_port=3,"
                + "eth_dst=02:00:00:00:00:01,eth_src=02:00:00:00:00:00,eth_type=0x800,"
                + "ip_proto=6,tcp_dst=23 actions=drop");
    assertThat(Batch.of(WEB).overOpenFlow10().run(BY_PORT))
        .containsExactly("PACKET_OUT in_port=1 actions=output:2");
  }

  @Test
  void shouldShowWhatIsNotSentAsItCame() {
    byte[] reply = TestFrame.ethernet(1, 2, 0x88b5);
    RequestStage answers = (request, output) -> output.reply(request, reply, reply.length);
    RequestStage rewrites =
        (request, output) ->
            output.forward(request, FlowActions.NONE.setEthDst(7).output(4).output(5));
    assertThat(Batch.of(WEB).run(answers))
        .singleElement()
        .asString()
        .startsWith("PACKET_OUT in_port=")
        .contains(" data=00000000000200000000000188b5");
    assertThat(Batch.of(WEB).run(rewrites))
        .containsExactly(
            "PACKET_OUT in_port=1 actions=set-field:eth_dst=00:00:00:00:00:07,output:4,output:5");
  }

  @Test
  void shouldRunAnApplicationWithItsDefaultsAndTheseSettings() {
    LearningSwitch application = new LearningSwitch();
    Batch asked = Batch.of(WEB).and(2, TestFrame.tcp(2, 1, 80));
    assertThat(asked.run(application))
        .hasSizeGreaterThan(1)
        .anyMatch(each -> each.startsWith("FLOW_MOD ADD idle_timeout=10") && each.endsWith(":1"));
    assertThat(asked.run(application, "idle-timeout = 77 s"))
        .anyMatch(each -> each.startsWith("FLOW_MOD ADD idle_timeout=77"));
    assertThatThrownBy(() -> asked.run(application, "idle = 77 s"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("idle");
  }

  @Test
  void shouldFailWhenAStageThrows() {
    RequestStage fails =
        (request, output) -> {
          throw new IllegalStateException("on purpose");
        };
    assertThatThrownBy(() -> Batch.of(WEB).run(fails))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("stage-under-test");
    assertThatThrownBy(() -> Batch.of(49, WEB)).hasMessageContaining("1 to 48");
  }
}
