package maestro.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shipped applications where hosts must not reach each other. */
class VlansTest {
  private static final int SETTLE_SECONDS = 5;

  @TempDir private Path folder;

  @Test
  void shouldReachOnlyTheOwnVlanWhenPortsAreAccessPorts() throws Exception {
    Path routing =
        Path.of(System.getProperty("maestro.root", ".."), "config/routing.conf").toAbsolutePath();
    Path config =
        Files.writeString(
            folder.resolve("vlans.conf"),
            """
            include file("%s")
            maestro.vlans {
              "00:00:00:00:00:00:00:01" { 2 { access = 10 }, 3 { access = 20 } }
              "00:00:00:00:00:00:00:02" { 2 { access = 10 }, 3 { access = 20 } }
            }
            """
                .formatted(routing));
    try (TestNetwork network = TestNetwork.start("linear:2", config, 2, "1.3", SETTLE_SECONDS)) {
      assertThat(network.pingAll().lost()).as("of 12, those to the other VLAN").isEqualTo(8);
      assertThat(network.pingAll().lost()).isEqualTo(8);
    }
  }
}
