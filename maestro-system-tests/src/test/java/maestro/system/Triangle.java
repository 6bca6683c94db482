package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import maestro.system.Commands.Result;
import org.awaitility.Awaitility;

/**
 * Three real switches in a triangle of cables and three hosts: {@code triangle.sh} says which ports
 * lead where. Used while the rigs are held, since only one Open vSwitch at a time can have
 * datapaths in user space.
 */
final class Triangle implements AutoCloseable {
  private static final Duration LIMIT = Commands.PATIENCE;
  private static final String DEAD_PORT = "1";
  private static final String SCRIPT =
      Rigs.PROJECT.resolve("maestro-system-tests/rig/triangle.sh").toString();
  private static final Pattern ENTRY =
      Pattern.compile(
          "cookie=(\\S+), duration=([\\d.]+)s, table=\\d+, n_packets=(\\d+),.*? (priority=.*)");

  /** Not that of any other test that runs at the same time. */
  private final String name = "ro" + ProcessHandle.current().pid() % 100_000;

  private final PrivateOpenVSwitch ovs;
  private final Path folder;
  private final String version;
  private int pings;

  /**
   * @param folder for what programs say
   * @param version such as {@code OpenFlow13}
   */
  Triangle(PrivateOpenVSwitch ovs, Path folder, String controllerPort, String version)
      throws IOException, InterruptedException {
    this.ovs = ovs;
    this.folder = folder;
    this.version = version;
    try {
      script("up", controllerPort, version);
    } catch (AssertionError e) {
      close();
      throw e;
    }
  }

  /** Waits until no other test has switches; skips the test when something is missing. */
  static Rigs acquire() throws IOException {
    return Rigs.acquire(
        "bash", "ovs-vswitchd", "ovsdb-server", "ovs-vsctl", "ovs-ofctl", "ip", "ping");
  }

  /**
   * An entry that a switch has.
   *
   * @param cookie such as {@code 0x0}
   * @param seconds its age
   * @param packets that it has matched
   * @param text priority, match and actions
   */
  record Entry(String cookie, double seconds, long packets, String text) {}

  // ---- what happens to it ----

  void pull(int one, int other) throws IOException, InterruptedException {
    script("pull", "" + one, "" + other);
  }

  void plug(int one, int other) throws IOException, InterruptedException {
    script("plug", "" + one, "" + other);
  }

  void unplugHost(int host, int from) throws IOException, InterruptedException {
    script("unplug", "" + host, "" + from);
  }

  void plugHost(int host, int to) throws IOException, InterruptedException {
    script("plug-host", "" + host, "" + to);
  }

  /** The switch loses its controller and looks for it where nobody is. */
  void takeChannel(int number) throws IOException, InterruptedException {
    script("channel", "" + number, DEAD_PORT);
  }

  void giveChannel(int number, String controllerPort) throws IOException, InterruptedException {
    script("channel", "" + number, controllerPort);
  }

  /** All switches look for these controllers. */
  void giveChannels(String... controllerPorts) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("ovs-vsctl", "--timeout=30"));
    for (int number = 1; number <= 3; number++) {
      command.addAll(List.of("--", "set-controller", bridge(number)));
      Stream.of(controllerPorts).map("tcp:127.0.0.1:"::concat).forEach(command::add);
    }
    ovs.run(command.toArray(String[]::new));
  }

  void move(int host, int from, int to) throws IOException, InterruptedException {
    script("move", "" + host, "" + from, "" + to);
  }

  void addEntry(int number, String text) throws IOException, InterruptedException {
    ovs.run("ovs-ofctl", "-O", version, "add-flow", bridge(number), text);
  }

  /** Deletes all entries of a switch, as an operator would. */
  void deleteEntries(int number) throws IOException, InterruptedException {
    ovs.run("ovs-ofctl", "-O", version, "del-flows", bridge(number));
  }

  /** Changes entries, as an operator would. */
  void changeEntries(int number, String text) throws IOException, InterruptedException {
    ovs.run("ovs-ofctl", "-O", version, "mod-flows", bridge(number), text);
  }

  // ---- what it is like ----

  List<Entry> entries(int number) throws IOException, InterruptedException {
    String dump = ovs.run("ovs-ofctl", "-O", version, "dump-flows", bridge(number));
    return dump.lines()
        .map(ENTRY::matcher)
        .filter(Matcher::find)
        .map(
            line ->
                new Entry(
                    line.group(1),
                    Double.parseDouble(line.group(2)),
                    Long.parseLong(line.group(3)),
                    line.group(4)))
        .toList();
  }

  /** The entries with a cookie of all three switches, each with its switch in front. */
  List<Entry> entriesWith(String cookie) throws IOException, InterruptedException {
    List<Entry> all = new ArrayList<>();
    for (int number = 1; number <= 3; number++) {
      String prefix = "s" + number + " ";
      entries(number).stream()
          .filter(entry -> entry.cookie().equals(cookie))
          .map(entry -> new Entry(cookie, entry.seconds(), entry.packets(), prefix + entry.text()))
          .forEach(all::add);
    }
    return all;
  }

  /** Waits until an entry of a switch has dropped packets, or whatever it does to them. */
  void awaitMatched(int number, String cookie, int packets) {
    Awaitility.await()
        .alias("entry " + cookie + " of switch " + number + " is used")
        .until(
            () ->
                entries(number).stream()
                    .anyMatch(
                        entry -> entry.cookie().equals(cookie) && entry.packets() >= packets));
  }

  /** Waits until no switch has an entry with a cookie. */
  void awaitNone(String cookie) {
    Awaitility.await().alias("no entry " + cookie).until(() -> entriesWith(cookie).isEmpty());
  }

  /** Waits until no entry of a switch has all of these in its text. */
  void awaitNoEntry(int number, String... parts) {
    Awaitility.await()
        .alias("no entry of switch " + number + " with " + Arrays.toString(parts))
        .until(
            () ->
                entries(number).stream()
                    .noneMatch(entry -> Stream.of(parts).allMatch(entry.text()::contains)));
  }

  /** Waits until one host reaches another. */
  void awaitReachable(int from, int to) {
    Awaitility.await()
        .alias("host " + from + " reaches host " + to)
        .until(() -> tryPing(from, to, 1).code() == 0);
  }

  /** Whether the first packet from one host reaches another, and the answer comes back. */
  boolean reaches(int from, int to) throws IOException, InterruptedException {
    return tryPing(from, to, 1).code() == 0;
  }

  private Result tryPing(int from, int to, int count) throws IOException, InterruptedException {
    return Commands.run(
        LIMIT, Map.of(), inHost(from, "ping", "-n", "-W", "1", "-c", "" + count, address(to)));
  }

  /** Begins to ping five times a second. */
  Pings ping(int from, int to) throws IOException {
    Path said = folder.resolve("ping" + pings++ + ".out");
    return new Pings(
        ProgramOutput.start(
            said, Map.of(), inHost(from, "ping", "-n", "-D", "-i", "0.2", address(to))));
  }

  private List<String> inHost(int host, String... command) {
    return Stream.concat(
            Stream.of("ip", "netns", "exec", name + "h" + host), Arrays.stream(command))
        .toList();
  }

  private static String address(int host) {
    return "10.79.0." + host;
  }

  private String bridge(int number) {
    return name + "s" + number;
  }

  private String script(String what, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("bash", SCRIPT, what, name));
    command.addAll(List.of(arguments));
    return ovs.run(command.toArray(String[]::new));
  }

  @Override
  public void close() throws IOException {
    try {
      Commands.run(LIMIT, ovs.environment(), List.of("bash", SCRIPT, "down", name));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted: what is called " + name + "* is still there", e);
    }
  }

  /** A ping that goes on, and which of its packets were answered. */
  static final class Pings implements AutoCloseable {
    private static final Pattern ANSWER = Pattern.compile("bytes from .*icmp_seq=(\\d+)");
    private static final Pattern TOTAL =
        Pattern.compile("(\\d+) packets transmitted, (\\d+) received");

    private final ProgramOutput ping;

    private Pings(ProgramOutput ping) {
      this.ping = ping;
    }

    /** Waits for so many answers more. */
    void awaitAnswers(int count) {
      int from = answered();
      Awaitility.await()
          .alias(count + " pings more are answered")
          .until(() -> answered() >= from + count);
    }

    int answered() {
      int count = 0;
      Matcher matcher = ANSWER.matcher(ping.text());
      while (matcher.find()) {
        count++;
      }
      return count;
    }

    /** Ends it; how many packets were not answered. */
    int lost() throws IOException, InterruptedException {
      Commands.run(LIMIT, Map.of(), List.of("kill", "-INT", "" + ping.pid()));
      int unused = ping.code();
      Matcher total = TOTAL.matcher(ping.text());
      assertThat(total.find()).as(ping.text()).isTrue();
      return Integer.parseInt(total.group(1)) - Integer.parseInt(total.group(2));
    }

    @Override
    public void close() {
      ping.close();
    }
  }
}
