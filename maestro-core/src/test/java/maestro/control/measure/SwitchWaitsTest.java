package maestro.control.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import maestro.api.BatchStage;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.net.connection.Connection;
import org.junit.jupiter.api.Test;

/** Waits are those of the last ten to twenty seconds. */
class SwitchWaitsTest {
  private static final BatchStage FLOOD =
      (batch, output) -> {
        while (batch.next()) {
          output.flood(batch.request());
        }
      };

  private final SwitchWaits waits = new SwitchWaits();

  private void pass(int seconds, Connection connection) {
    for (int i = 0; i < seconds; i++) {
      waits.sample(List.of(connection));
    }
  }

  @Test
  void shouldForgetWhatIsOlderThanTwentySeconds() {
    try (Rig rig = Rig.setup().stage(FLOOD).start()) {
      FakeSwitch client = rig.join(1, 1);
      Connection connection = rig.switches.get(1);
      pass(5, connection);
      client.send(Messages.packetIn(1, 1));
      assertThat(rig.await(client, 1)).hasSize(1);

      assertThat(waits.of(connection).count()).isEqualTo(1);
      pass(10, connection);
      assertThat(waits.of(connection).count()).isEqualTo(1);

      client.send(Messages.packetIn(1, 2));
      assertThat(rig.await(client, 1)).hasSize(1);
      assertThat(waits.of(connection).count()).isEqualTo(2);
      pass(10, connection);
      assertThat(waits.of(connection).count()).isEqualTo(1);
      pass(10, connection);
      assertThat(waits.of(connection).count()).isZero();
    }
  }
}
