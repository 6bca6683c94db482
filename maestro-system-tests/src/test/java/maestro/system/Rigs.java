package maestro.system;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The scripts that set up real switches. They use names that a whole network shares: that of the
 * machine, or that of this JVM when {@code rig/own-network} has started it. So whoever holds this
 * object is the only one in its network that runs them.
 */
final class Rigs implements AutoCloseable {
  static final Path PROJECT = Path.of(System.getProperty("maestro.root"));

  private static final Path FOLDER = PROJECT.resolve("maestro-system-tests/rig");

  private final FileChannel lock;

  private Rigs(FileChannel lock) {
    this.lock = lock;
  }

  /** Waits for its turn; skips the test when something that it needs is missing. */
  static Rigs acquire(String... programs) throws IOException {
    needRoot();
    need(programs);
    String network = Files.readSymbolicLink(Path.of("/proc/self/ns/net")).toString();
    Path file = Path.of(System.getProperty("java.io.tmpdir"), "maestro-rigs-" + network + ".lock");
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    channel.lock();
    return new Rigs(channel);
  }

  /** Skips the test when it may not set up what the whole machine shares. */
  static void needRoot() throws IOException {
    assumeTrue(
        Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid")),
        "skipped: needs root");
  }

  /** Skips the test when a program is missing. */
  static void need(String... programs) {
    for (String program : programs) {
      assumeTrue(Commands.isInstalled(program), () -> "skipped: " + program + " is not installed");
    }
  }

  /**
   * Skips the test when the programs that it starts will not hear of a signal: a shell starts what
   * is to run in the background without SIGINT, nohup without SIGHUP, and children inherit that.
   *
   * @param number as Linux counts signals
   */
  static void needHeard(String signal, int number) throws IOException {
    String ignored =
        Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .map(line -> line.substring(line.indexOf('\t') + 1))
            .findFirst()
            .orElse("0");
    assumeTrue(
        (Long.parseUnsignedLong(ignored, 16) >>> (number - 1) & 1) == 0,
        () -> "skipped: these tests were started with SIG" + signal + " ignored");
  }

  /** A command that runs in the machine's network, whatever the network of this JVM is. */
  static List<String> outside(List<String> command) {
    String descriptor = System.getenv("MAESTRO_OUTSIDE");
    if (descriptor == null) {
      return command;
    }
    String network = "/proc/%d/fd/%s".formatted(ProcessHandle.current().pid(), descriptor);
    List<String> outside = new ArrayList<>(List.of("nsenter", "--net=" + network));
    outside.addAll(command);
    return outside;
  }

  /** The path of a script. */
  String script(String name) {
    return FOLDER.resolve(name).toString();
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }

  /** A port of this machine that nobody listens at. */
  static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }
}
