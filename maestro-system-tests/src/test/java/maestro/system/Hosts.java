package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Machines of a test's own, as namespaces on one bridge, and the programs on them; used while the
 * rigs are held.
 */
final class Hosts implements AutoCloseable {
  private static final Duration LIMIT = Commands.PATIENCE;

  private final String script;
  private final List<ProgramOutput> programs = new ArrayList<>();

  Hosts(Rigs rigs, int count) throws IOException, InterruptedException {
    script = rigs.script("machines.sh");
    assertThat(interfaces()).as("interfaces that somebody else has left").isEmpty();
    Commands.Result result = rig("up", count);
    if (result.code() != 0) {
      close();
    }
    assertThat(result.code()).as(result.output()).isZero();
  }

  static String address(int host) {
    return "10.77.0." + host;
  }

  /** Starts a program on a host; it ends with the hosts at the latest. */
  ProgramOutput start(int host, Path said, Map<String, String> environment, List<String> command)
      throws IOException {
    List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", "mh" + host));
    all.addAll(command);
    ProgramOutput started = ProgramOutput.start(said, environment, all);
    programs.add(started);
    return started;
  }

  void cut(int host) throws IOException, InterruptedException {
    assertThat(rig("cut", host).code()).isZero();
  }

  @Override
  public void close() throws IOException {
    programs.forEach(ProgramOutput::close);
    try {
      Commands.run(LIMIT, Map.of(), List.of("bash", script, "down"));
      // A namespace lives on while connections of it are being closed, and its cable with it.
      for (String left : interfaces()) {
        Commands.run(LIMIT, Map.of(), List.of("ip", "link", "del", left));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted: the namespaces mh* are still there", e);
    }
  }

  private static List<String> interfaces() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/sys/class/net"))) {
      return all.map(path -> path.getFileName().toString())
          .filter(name -> name.matches("mhbr|mh\\d+-sw"))
          .toList();
    }
  }

  private Commands.Result rig(String what, int number) throws IOException, InterruptedException {
    return Commands.run(LIMIT, Map.of(), List.of("bash", script, what, String.valueOf(number)));
  }
}
