package maestro.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Optional;
import maestro.config.file.ConfigLoader;
import maestro.config.file.LoadedConfig;
import maestro.testkit.LogOf;
import org.junit.jupiter.api.Test;

class ControlStartTest {
  private static final int DEFAULT_PORT = 9653;

  @Test
  void shouldGoOnWithAWarningWhenThePortOfTheDefaultIsTaken() throws Exception {
    LoadedConfig config = ConfigLoader.parse(Optional.empty(), List.of()).validate(List.of());
    Optional<ServerSocket> taken = take();
    try (LogOf log = new LogOf(ControlStart.class)) {
      assertThat(ControlStart.bind(config)).isEmpty();
      assertThat(log.warnings())
          .containsExactly(
              "no control listener: cannot listen on 127.0.0.1:9653: Address already in use; set"
                  + " maestro.control.listen to off or to another port");
    } finally {
      if (taken.isPresent()) {
        taken.get().close();
      }
    }
  }

  /** Takes the port, unless a controller of this machine has it already. */
  private static Optional<ServerSocket> take() throws IOException {
    try {
      return Optional.of(new ServerSocket(DEFAULT_PORT, 1, InetAddress.getLoopbackAddress()));
    } catch (BindException e) {
      return Optional.empty();
    }
  }
}
