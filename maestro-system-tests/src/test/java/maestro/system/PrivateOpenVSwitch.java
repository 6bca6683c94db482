package maestro.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/**
 * An Open vSwitch whose sockets and database are in a folder of its own, so that it meets no other
 * one on the machine. What inherits {@link #environment} uses it.
 */
final class PrivateOpenVSwitch implements AutoCloseable {
  private static final String SCHEMA = "/usr/share/openvswitch/vswitch.ovsschema";

  private final Path folder;
  private final Process database;
  private final List<String> options;
  private Process daemon;

  /** With datapaths of the kernel, which hosts can be attached to. */
  PrivateOpenVSwitch(Path folder) throws IOException, InterruptedException {
    this(folder, List.of());
  }

  /** With datapaths that forward nothing, which meet nothing else on the machine. */
  static PrivateOpenVSwitch dummy(Path folder) throws IOException, InterruptedException {
    return new PrivateOpenVSwitch(folder, List.of("--enable-dummy=override", "--disable-system"));
  }

  private PrivateOpenVSwitch(Path folder, List<String> options)
      throws IOException, InterruptedException {
    this.folder = folder;
    this.options = options;
    run("ovsdb-tool", "create", folder.resolve("conf.db").toString(), SCHEMA);
    Path socket = folder.resolve("db.sock");
    database =
        start("ovsdb-server", folder.resolve("conf.db").toString(), "--remote=punix:" + socket);
    try {
      Awaitility.await().until(() -> Files.exists(socket));
      run("ovs-vsctl", "--no-wait", "init");
      daemon = startDaemon();
    } catch (RuntimeException | AssertionError e) {
      Commands.stop(database);
      throw e;
    }
  }

  private Process startDaemon() throws IOException {
    List<String> command =
        new ArrayList<>(List.of("ovs-vswitchd", "unix:" + folder.resolve("db.sock")));
    command.addAll(options);
    return start(command.toArray(String[]::new));
  }

  /** Kills what switches packets and starts it again: all bridges are there, without entries. */
  void restartSwitches() throws IOException, InterruptedException {
    daemon.destroyForcibly().waitFor();
    daemon = startDaemon();
  }

  Map<String, String> environment() {
    String path = folder.toString();
    return Map.of(
        "OVS_RUNDIR", path, "OVS_LOGDIR", path, "OVS_DBDIR", path, "OVS_SYSCONFDIR", path);
  }

  /** What a program says that uses this Open vSwitch. */
  String run(String... command) throws IOException, InterruptedException {
    return Commands.succeed(environment(), command);
  }

  private Process start(String... command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.command().addAll(List.of("--pidfile", "--log-file"));
    builder.environment().putAll(environment());
    return builder
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  @Override
  public void close() {
    Commands.stop(daemon);
    Commands.stop(database);
  }
}
