package maestro.apps.handover;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.handover.SavedNetwork.Found;
import org.junit.jupiter.api.Test;

class SavedNetworkTest {
  private static final Link LINK = new Link(1, 1, -2L, 0xffff_fff0);
  private static final SavedNetwork SOME =
      new SavedNetwork(
          List.of(1L, -2L),
          List.of(new Found(LINK, true, true), new Found(new Link(1, 3, 1, 4), false, false)),
          Map.of(new Port(1, 1), Role.SHARED, new Port(-2L, 2), Role.HOST));

  @Test
  void shouldReadWhatItHasWritten() {
    assertThat(SavedNetwork.read(SOME.toBytes())).contains(SOME);
    assertThat(SavedNetwork.read(SavedNetwork.NONE.toBytes())).contains(SavedNetwork.NONE);
    assertThat(SOME.topology().links()).as("only what was in use").containsExactly(LINK);
    Topology topology = SOME.topology();
    assertThat(SavedNetwork.read(SavedNetwork.of(topology).toBytes()).orElseThrow().topology())
        .isEqualTo(topology);
  }

  @Test
  void shouldReadNothingFromBytesThatAreCutOffOrTooMany() {
    byte[] whole = SOME.toBytes();
    assertThat(SavedNetwork.read(Arrays.copyOf(whole, whole.length + 1))).isEmpty();
    for (int length = 0; length < whole.length; length++) {
      assertThat(SavedNetwork.read(Arrays.copyOf(whole, length))).as("%d bytes", length).isEmpty();
    }
  }

  @Test
  void shouldReadATopologyOrNothingFromBytesThatAreChanged() {
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = SOME.toBytes();
      for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      SavedNetwork.read(bytes)
          .ifPresent(
              read ->
                  assertThat(read.topology().switchCount() * Long.BYTES)
                      .isLessThanOrEqualTo(bytes.length));
    }
  }
}
