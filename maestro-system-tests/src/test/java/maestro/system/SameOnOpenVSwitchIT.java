package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The same two switches, four hosts and frames on Open vSwitch and on the emulated network, under
 * the same configuration of the controller: the flow tables and what arrives are the same.
 */
@Tag("switch")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class SameOnOpenVSwitchIT {
  private static final int SWITCHES = 2;
  private static final int HOSTS_PER_SWITCH = 2;
  private static final int HOSTS = SWITCHES * HOSTS_PER_SWITCH;
  private static final String ALL = "ffffffffffff";
  private static final Pattern LISTENS = Pattern.compile("listens on (127\\.0\\.0\\.1:\\d+)");

  private Path folder;

  /** What a network did: frames at each host, entries of each switch. */
  private record Seen(List<List<String>> frames, Map<Integer, Set<String>> entries) {}

  /** Says the flow entries of a switch, counted from 1. */
  private interface Dump {
    String of(int number) throws Exception;
  }

  @BeforeEach
  void shouldHaveAFolderWithAShortName() throws Exception {
    Rigs.need("ovs-vswitchd", "ovs-ofctl");
    folder = Files.createTempDirectory("so"); // the name of a socket has at most 108 bytes
  }

  @AfterEach
  void shouldLeaveNothing() throws Exception {
    if (folder != null) {
      Commands.succeed("rm", "-rf", folder.toString());
    }
  }

  @Test
  void shouldForwardAndInstallTheSameUnderALearningSwitch() throws Exception {
    Seen emulated = onEmulated();
    Seen real = onOpenVSwitch();
    assertThat(real.entries().get(1)).as("the scenario installs entries").isNotEmpty();
    assertThat(emulated.entries()).isEqualTo(real.entries());
    assertThat(emulated.frames()).isEqualTo(real.frames());
  }

  private Seen onEmulated() throws Exception {
    Path sockets = folder.resolve("ports");
    try (StartedController controller = StartedController.startWith("learning-switch.conf");
        ProgramOutput network =
            ProgramOutput.start(
                folder.resolve("network"),
                Map.of(),
                List.of(
                    Rigs.PROJECT.resolve("maestro").toString(),
                    "network",
                    "--openflow=1.3",
                    "--topology=linear:" + SWITCHES,
                    "--hosts=" + HOSTS_PER_SWITCH,
                    "--buffers=0",
                    "--controller=127.0.0.1:" + controller.port(),
                    "--listen=127.0.0.1:0",
                    "--connect-timeout=10m",
                    "--port-socket=" + sockets))) {
      network.awaitText("switch " + SWITCHES + " listens on");
      Matcher matcher = LISTENS.matcher(network.text());
      List<String> addresses = new ArrayList<>();
      while (matcher.find()) {
        addresses.add("tcp:" + matcher.group(1));
      }
      controller.awaitLog(" joined", SWITCHES);
      return run(sockets, number -> ofctl(Map.of(), "dump-flows " + addresses.get(number - 1)));
    }
  }

  private Seen onOpenVSwitch() throws Exception {
    Path sockets = Files.createDirectory(folder.resolve("dummies"));
    try (StartedController controller = StartedController.startWith("learning-switch.conf");
        PrivateOpenVSwitch ovs = PrivateOpenVSwitch.dummy(folder)) {
      StringBuilder command = new StringBuilder("ovs-vsctl");
      for (int number = 1; number <= SWITCHES; number++) {
        command
            .append(
                " -- add-br br%d -- set bridge br%d datapath-type=dummy fail-mode=secure"
                    .formatted(number, number))
            .append(" protocols=OpenFlow13 other-config:datapath-id=%016x".formatted(number))
            .append(" other-config:disable-in-band=true")
            .append(
                " -- add-port br%d t%d -- set interface t%d type=patch options:peer=t%d ofport_request=1"
                    .formatted(number, number, number, SWITCHES + 1 - number));
        for (int n = 1; n <= HOSTS_PER_SWITCH; n++) {
          int host = (number - 1) * HOSTS_PER_SWITCH + n;
          command.append(
              " -- add-port br%d p%d -- set interface p%d type=dummy ofport_request=%d options:pstream=punix:%s"
                  .formatted(number, host, host, n + 1, sockets.resolve("p" + host)));
        }
      }
      for (int number = 1; number <= SWITCHES; number++) {
        command.append(
            " -- set-controller br%d tcp:127.0.0.1:%s".formatted(number, controller.port()));
      }
      ovs.run(command.toString());
      controller.awaitLog(" joined", SWITCHES);
      return run(sockets, number -> ofctl(ovs.environment(), "dump-flows br" + number));
    }
  }

  /** The scenario: hosts find each other, talk, and one talks to a stranger. */
  private Seen run(Path sockets, Dump dump) throws Exception {
    List<FramePlug> hosts = new ArrayList<>();
    try {
      for (int i = 1; i <= HOSTS; i++) {
        Path socket = sockets.resolve("p" + i);
        Awaitility.await().until(() -> Files.exists(socket));
        hosts.add(new FramePlug(socket));
      }
      for (int number = 1; number <= SWITCHES; number++) {
        int each = number;
        Awaitility.await()
            .alias("the entry for a table-miss")
            .until(() -> dump.of(each).contains("priority=0"));
      }
      say(hosts, 0, frame(ALL, 1, "0a01"), 1, 2, 3);
      say(hosts, 3, frame(address(1), 4, "0a02"), 0);
      say(hosts, 0, frame(address(4), 1, "0a03"), 3);
      say(hosts, 0, frame(address(4), 1, "0a04"), 3);
      say(hosts, 1, frame(address(4), 2, "0a05"), 3);
      say(hosts, 3, frame(address(2), 4, "0a06"), 1);
      say(hosts, 2, frame(address(9), 3, "0a07"), 0, 1, 3);
      say(hosts, 2, frame(ALL, 3, "0a08"), 0, 1, 3); // what came before it has come
      List<List<String>> frames = new ArrayList<>();
      for (FramePlug host : hosts) {
        frames.add(host.frames());
      }
      return new Seen(frames, settledEntries(dump));
    } finally {
      for (FramePlug host : hosts) {
        host.close();
      }
    }
  }

  /** The entries of all switches. Open vSwitch counts packets a while after it has sent them on. */
  private static Map<Integer, Set<String>> settledEntries(Dump dump) {
    Map<Integer, Set<String>> entries = new TreeMap<>();
    Awaitility.await()
        .pollInterval(Duration.ofSeconds(1))
        .alias("counters that stand still")
        .until(
            () -> {
              Map<Integer, Set<String>> before = new TreeMap<>(entries);
              for (int number = 1; number <= SWITCHES; number++) {
                entries.put(number, entries(dump.of(number)));
              }
              return entries.equals(before);
            });
    return entries;
  }

  /** A host sends a frame, which arrives at others. */
  private static void say(List<FramePlug> hosts, int from, String frame, int... to)
      throws Exception {
    hosts.get(from).send(frame);
    for (int each : to) {
      Awaitility.await()
          .alias("frame " + frame + " arrives at " + each)
          .until(() -> hosts.get(each).frames().contains(frame));
    }
    assertThat(to.length).isPositive();
  }

  private static String address(int host) {
    return "0200000000%02x".formatted(host);
  }

  /** A UDP packet between two addresses, with a payload of its own. */
  private static String frame(String dst, int src, String payload) {
    return dst
        + address(src)
        + "0800"
        + "4500002e000000004011"
        + "0000"
        + "0a0000%02x".formatted(src)
        + "0a0000%s".formatted(dst.equals(ALL) ? "ff" : dst.substring(10))
        + "100010010"
        + "01a0000"
        + payload
        + "00".repeat(16);
  }

  /** Entries without what depends on the time, the fields of each in the order of their names. */
  private static Set<String> entries(String dump) {
    Set<String> entries = new TreeSet<>();
    for (String line : dump.lines().filter(each -> each.contains("actions=")).toList()) {
      String text = line.strip().replaceAll("(duration|idle_age|hard_age)=[^,]*, ", "");
      int actions = text.indexOf(" actions=");
      String[] fields = text.substring(0, actions).split("[, ]+", -1);
      Arrays.sort(fields);
      entries.add(String.join(",", fields) + text.substring(actions));
    }
    return entries;
  }

  private static String ofctl(Map<String, String> environment, String command) throws Exception {
    return Commands.succeed(environment, "ovs-ofctl -O OpenFlow13 " + command);
  }
}
