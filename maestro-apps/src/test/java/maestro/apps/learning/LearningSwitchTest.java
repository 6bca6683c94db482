package maestro.apps.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import maestro.api.ApplicationContext;
import maestro.api.BadSettingException;
import maestro.api.FlowRequest;
import maestro.api.RequestStage;
import maestro.api.SwitchInfo;
import maestro.api.SwitchLocal;
import maestro.api.SwitchOutput;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFMessage;

class LearningSwitchTest {
  private static final long A = 0x0000_0000_0001L;
  private static final long B = 0x0000_0000_0002L;
  private static final long BROADCAST = 0xffff_ffff_ffffL;

  private final RecordingOutput output = new RecordingOutput();
  private final RequestStage stage = stage("");

  @Test
  void shouldFloodWhenTheDestinationIsUnknown() {
    assertThat(handle(1, A, B)).containsExactly("flood");
  }

  @Test
  void shouldInstallAFlowWhenTheDestinationIsKnown() {
    handle(1, A, B);
    assertThat(handle(2, B, A)).containsExactly("install port 1 idle 10 hard 0");
  }

  @Test
  void shouldFloodWhenTheDestinationIsAGroup() {
    assertThat(handle(1, A, BROADCAST)).containsExactly("flood");
    assertThat(handle(1, A, 0x0100_5e00_0001L)).containsExactly("flood");
  }

  @Test
  void shouldNotLearnASourceThatIsAGroup() {
    handle(1, BROADCAST, A);
    handle(1, 0x0100_5e00_0001L, A);
    assertThat(handle(2, B, 0x0100_5e00_0001L)).containsExactly("flood");
    assertThat(handle(2, A, BROADCAST)).containsExactly("flood");
  }

  @Test
  void shouldRemoveStaleFlowsWhenAHostMoves() {
    handle(1, A, B);
    assertThat(handle(3, A, B)).containsExactly("remove flows to 1", "flood");
    assertThat(handle(2, B, A)).containsExactly("install port 3 idle 10 hard 0");
    assertThat(handle(3, A, B)).containsExactly("install port 2 idle 10 hard 0");
  }

  @Test
  void shouldDropWhenTheAddressIsReserved() {
    for (int last = 0; last < 16; last++) {
      assertThat(handle(1, A, 0x0180_c200_0000L + last)).containsExactly("drop");
    }
    assertThat(handle(1, A, 0x0180_c200_0010L)).containsExactly("flood");
    assertThat(handle(2, B, 0x0180_c200_000eL)).containsExactly("drop");
    assertThat(handle(1, A, B)).as("a reserved frame teaches nothing").containsExactly("flood");
  }

  @Test
  void shouldDropWhenTheDestinationIsWhereThePacketCameFrom() {
    handle(1, A, BROADCAST);
    assertThat(handle(1, B, A)).containsExactly("drop");
  }

  @Test
  void shouldUseTheConfiguredTimeouts() {
    RequestStage other = stage("idle-timeout = 30 s, hard-timeout = 1 m");
    handle(other, 1, A, B);
    assertThat(handle(other, 2, B, A)).containsExactly("install port 1 idle 30 hard 60");
  }

  @Test
  void shouldNameTheSettingWhenItIsOutOfBounds() {
    assertThatThrownBy(() -> stage("table-size = 3"))
        .isInstanceOfSatisfying(
            BadSettingException.class,
            e -> {
              assertThat(e.key()).isEqualTo("table-size");
              assertThat(e.allowed()).isEqualTo("16 to 1048576");
            });
    assertThatThrownBy(() -> stage("idle-timeout = 20 h")).hasMessageContaining("idle-timeout");
    assertThatThrownBy(() -> stage("address-timeout = 1 ms"))
        .hasMessageContaining("address-timeout");
  }

  private List<String> handle(int port, long source, long destination) {
    return handle(stage, port, source, destination);
  }

  private List<String> handle(RequestStage to, int port, long source, long destination) {
    output.said.clear();
    to.onRequest(new FakeRequest(port, source, destination), output);
    return List.copyOf(output.said);
  }

  private static RequestStage stage(String settings) {
    Config config =
        ConfigFactory.parseString(settings)
            .withFallback(
                ConfigFactory.parseResources("reference.conf")
                    .getConfig("applications.learning-switch"));
    ApplicationContext context =
        new ApplicationContext() {
          @Override
          public Config config() {
            return config;
          }

          @Override
          public <T> SwitchLocal<T> switchLocal(Function<SwitchInfo, T> initial) {
            T only = initial.apply(new SwitchInfo(1, 4, 1, 0));
            return request -> only;
          }
        };
    return (RequestStage) new LearningSwitch().start(context).newStage();
  }

  private static final class RecordingOutput implements SwitchOutput {
    private final List<String> said = new ArrayList<>();

    @Override
    public void forward(FlowRequest request, int port) {
      said.add("forward port " + port);
    }

    @Override
    public void flood(FlowRequest request) {
      said.add("flood");
    }

    @Override
    public void drop(FlowRequest request) {
      said.add("drop");
    }

    @Override
    public void installAndForward(FlowRequest request, int port, int idle, int hard) {
      said.add("install port " + port + " idle " + idle + " hard " + hard);
    }

    @Override
    public void removeFlowsTo(FlowRequest request, long ethDst) {
      said.add("remove flows to " + ethDst);
    }

    @Override
    public void consume(FlowRequest request) {
      said.add("consume");
    }

    @Override
    public Sent send(long datapathId, OFMessage message) {
      said.add("send");
      return Sent.YES;
    }
  }

  private record FakeRequest(int inPort, long ethSrc, long ethDst) implements FlowRequest {
    @Override
    public long datapathId() {
      return 1;
    }

    @Override
    public long nowNs() {
      return TimeUnit.SECONDS.toNanos(1);
    }

    @Override
    public boolean isMulticast() {
      return (ethDst & 0x0100_0000_0000L) != 0;
    }

    @Override
    public int ethType() {
      return 0x0800;
    }

    @Override
    public int vlanId() {
      return -1;
    }

    @Override
    public boolean isIpv4() {
      return false;
    }

    @Override
    public int ipv4Src() {
      return 0;
    }

    @Override
    public int ipv4Dst() {
      return 0;
    }

    @Override
    public int ipProtocol() {
      return -1;
    }

    @Override
    public int l4Src() {
      return -1;
    }

    @Override
    public int l4Dst() {
      return -1;
    }

    @Override
    public int frameLength() {
      return 64;
    }

    @Override
    public int frameByte(int index) {
      return 0;
    }
  }
}
