package maestro.bench.paper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import maestro.emulator.engine.Emulation;
import maestro.emulator.report.MachineFacts;

/**
 * Where numbers come from: the sources, the jars, the machine. Immutable; travels as JSON.
 *
 * @param commit of the sources; empty in an unpacked archive
 * @param changed whether the sources differ from the commit
 * @param jars SHA-256 of each jar, by its name
 * @param machine of this process
 * @param kernel what the kernel calls itself
 * @param sysctls settings of the kernel that sockets feel
 * @param pauses what {@code bench machine} says; empty when nothing was measured
 */
public record Provenance(
    String commit,
    boolean changed,
    Map<String, String> jars,
    MachineFacts machine,
    String kernel,
    Map<String, String> sysctls,
    String pauses) {
  private static final int GIT_SECONDS = 10;
  private static final Path SYSCTL = Path.of("/proc/sys");

  private static final List<String> SYSCTLS =
      List.of(
          "net/core/rmem_max",
          "net/core/wmem_max",
          "net/core/somaxconn",
          "net/ipv4/tcp_rmem",
          "net/ipv4/tcp_wmem",
          "net/ipv4/tcp_mem",
          "net/ipv4/tcp_congestion_control",
          "kernel/sched_rt_runtime_us");

  private static final List<String> JARS =
      List.of(
          "maestro-core/target/maestro.jar",
          "maestro-core/target/apps/maestro-apps.jar",
          "maestro-emulator/target/maestro-emulator.jar",
          "maestro-network/target/maestro-network.jar",
          "maestro-simulator/target/maestro-simulator.jar",
          "maestro-bench/target/maestro-bench.jar",
          "lib/maestro.jar",
          "apps/maestro-apps.jar",
          "lib/maestro-emulator.jar",
          "lib/maestro-network.jar",
          "lib/maestro-simulator.jar",
          "lib/maestro-bench.jar");

  /** Keeps copies of the maps. */
  public Provenance {
    jars = new TreeMap<>(jars);
    sysctls = new TreeMap<>(sysctls);
  }

  /**
   * Looks at an installation and this machine.
   *
   * @param root of the installation
   */
  public static Provenance of(Path root) throws IOException {
    Map<String, String> jars = new TreeMap<>();
    for (String name : JARS) {
      Path jar = root.resolve(name);
      if (Files.exists(jar)) {
        jars.put(jar.getFileName().toString(), sha256(Files.readAllBytes(jar)));
      }
    }
    Map<String, String> sysctls = new TreeMap<>();
    for (String name : SYSCTLS) {
      String value = line(SYSCTL.resolve(name));
      if (!value.isEmpty()) {
        sysctls.put(name.replace('/', '.'), value.replace('\t', ' '));
      }
    }
    return new Provenance(
        git(root, "rev-parse", "--short=12", "HEAD"),
        !git(root, "status", "--porcelain", "--untracked-files=no").isEmpty(),
        jars,
        Emulation.machine(),
        line(Path.of("/proc/version")),
        sysctls,
        "");
  }

  /** The same with what {@code bench machine} says. */
  public Provenance withPauses(String said) {
    return new Provenance(commit, changed, jars, machine, kernel, sysctls, said);
  }

  /** The commit, or that there is none; and whether the sources differ from it. */
  String source() {
    String name = commit.isEmpty() ? "archive" : commit;
    return changed ? name + ", changed" : name;
  }

  /** The commit and the jars: numbers of other code do not count. */
  String code() {
    return commit + " " + sha256(jars.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** The machine, for points that depend on it. */
  String place() {
    return machine + " " + kernel;
  }

  /** A checksum in hexadecimal digits. */
  static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("each JVM has it", e);
    }
  }

  private static String line(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException | UncheckedIOException e) {
      return ""; // not here, or not for us
    }
  }

  /** What git prints; empty when there is none, or no checkout. */
  private static String git(Path root, String... arguments) {
    if (!Files.exists(root.resolve(".git"))) {
      return "";
    }
    List<String> command = new ArrayList<>(List.of("git", "-C", root.toString()));
    command.addAll(List.of(arguments));
    try {
      Process git =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return git.waitFor(GIT_SECONDS, TimeUnit.SECONDS) && git.exitValue() == 0 ? said.strip() : "";
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }
}
