package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import maestro.system.TesterShard.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the output of the switch tester is read, with a shell script in its place. */
class TesterShardTest {
  @TempDir private Path folder;

  @Test
  void shouldReadEachCaseWhenProgressAndLogStandBetweenThem() throws Exception {
    Path tester = folder.resolve("osken-manager");
    Files.writeString(
        tester,
        """
        #!/bin/sh
        echo 'meter: 03_DSCP' >&2
        printf '.\\r\\n.'
        echo '    ethernet/ipv4-->port:2      OK' >&2
        echo 'Traceback (most recent call last):' >&2
        printf '..\\r\\n.'
        echo '    ethernet/ipv6-->port:2      ERROR' >&2
        echo '        Received unexpected throughput: 3 kbps' >&2
        echo '---  Test end  ---' >&2
        echo '    meter: 03_DSCP    ERROR' >&2
        """);
    assertThat(tester.toFile().setExecutable(true)).isTrue();
    String group = "meter: 03_DSCP";

    TesterShard shard = new TesterShard("of13/meter", Map.of("03.json", "[\"" + group + "\", {}]"));
    List<Outcome> outcomes;
    try (ProgramOutput said = shard.startTester(tester, folder, "1")) {
      said.code();
      outcomes = shard.read(said.text());
    }

    assertThat(outcomes)
        .containsExactly(
            new Outcome(group, group + " ethernet/ipv4-->port:2", ""),
            new Outcome(
                group,
                group + " ethernet/ipv6-->port:2",
                "Received unexpected throughput: 3 kbps"));
  }
}
