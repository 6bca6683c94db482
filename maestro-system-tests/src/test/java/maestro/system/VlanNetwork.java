package maestro.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/**
 * Switches of a private Open vSwitch in a line, and hosts in namespaces {@code mvN}. A host is at a
 * port of a switch by its {@code eth0}, or one of several behind a port: each in a VLAN of its own,
 * as the subinterfaces of a server are. Their packets get their tags in a bridge without a
 * controller, since not every kernel has subinterfaces. Used while the rigs are held.
 */
final class VlanNetwork implements AutoCloseable {
  private static final Duration LIMIT = Commands.PATIENCE;
  private static final Pattern RECEIVED = Pattern.compile(" (\\d+) (?:packets )?received");

  /** Ports from here on are those of links. */
  private static final int FIRST_LINK_PORT = 10;

  private final PrivateOpenVSwitch ovs;
  private final String version;
  private final List<String> namespaces = new ArrayList<>();
  private final List<String> cables = new ArrayList<>();
  private final List<Process> recordings = new ArrayList<>();

  VlanNetwork(PrivateOpenVSwitch ovs, String version) {
    this.ovs = ovs;
    this.version = version;
  }

  /** Adds switches with datapath ids 1 to n, each linked with the next. */
  void switches(int count, String controllerPort) throws IOException, InterruptedException {
    for (int id = 1; id <= count; id++) {
      ovs.run(
          "ovs-vsctl add-br br%d -- set bridge br%d datapath_type=netdev fail-mode=secure"
                  .formatted(id, id)
              + " protocols=%s other-config:datapath-id=%016x".formatted(version, id));
    }
    for (int id = 1; id < count; id++) {
      patch(id, FIRST_LINK_PORT + 1, id + 1, FIRST_LINK_PORT);
      patch(id + 1, FIRST_LINK_PORT, id, FIRST_LINK_PORT + 1);
    }
    for (int id = 1; id <= count; id++) {
      ovs.run("ovs-vsctl set-controller br%d tcp:127.0.0.1:%s".formatted(id, controllerPort));
    }
  }

  private void patch(int id, int port, int peer, int peerPort)
      throws IOException, InterruptedException {
    String name = "mvp%d-%d".formatted(id, port);
    ovs.run(
        "ovs-vsctl add-port br%d %s -- set interface %s type=patch options:peer=mvp%d-%d"
                .formatted(id, name, name, peer, peerPort)
            + " ofport_request="
            + port);
  }

  /** Adds a host at a port of a switch. */
  void host(int number, int datapathId, int port, String ethAddress, String... addresses)
      throws IOException, InterruptedException {
    namespace(number, ethAddress, addresses);
    ovs.run(
        "ovs-vsctl add-port br%d mv%d-sw -- set interface mv%d-sw ofport_request=%d"
            .formatted(datapathId, number, number, port));
  }

  /** Adds a bridge that tags, behind a port of a switch; its wire is {@code mvtN}. */
  void trunk(int number, int datapathId, int port) throws IOException, InterruptedException {
    String outside = "mvt" + number + "-sw";
    String wire = "mvt" + number;
    ovs.run("ip link add %s type veth peer name %s".formatted(outside, wire));
    cables.add(outside);
    ovs.run("ip link set %s up".formatted(outside));
    ovs.run("ip link set %s up".formatted(wire));
    ovs.run(
        "ovs-vsctl add-br tag%d -- set bridge tag%d datapath_type=netdev fail-mode=standalone"
            .formatted(number, number));
    ovs.run("ovs-vsctl add-port tag%d %s".formatted(number, wire));
    ovs.run(
        "ovs-vsctl add-port br%d %s -- set interface %s ofport_request=%d"
            .formatted(datapathId, outside, outside, port));
  }

  /** Adds a host behind a bridge that tags: in a VLAN, or -1 for none. */
  void member(int number, int trunk, int vlan, String ethAddress, String... addresses)
      throws IOException, InterruptedException {
    namespace(number, ethAddress, addresses);
    ovs.run(
        "ovs-vsctl add-port tag%d mv%d-sw".formatted(trunk, number)
            + (vlan < 0 ? "" : " tag=" + vlan));
  }

  private void namespace(int number, String ethAddress, String... addresses)
      throws IOException, InterruptedException {
    String namespace = "mv" + number;
    ovs.run("ip netns add " + namespace);
    namespaces.add(namespace);
    ovs.run("ip link add %s-sw type veth peer name eth0 netns %s".formatted(namespace, namespace));
    cables.add(namespace + "-sw");
    ovs.run("ip link set %s-sw up".formatted(namespace));
    in(number, "ip link set lo up");
    in(number, "ip link set eth0 address " + ethAddress + " up");
    for (String address : addresses) {
      in(number, "ip addr add " + address + " dev eth0" + (address.contains(":") ? " nodad" : ""));
    }
  }

  /** How many of so many pings, five a second, came back. */
  int ping(int host, String address, int count) throws IOException, InterruptedException {
    return received(start(host, "ping -n -i 0.2 -W 1 -c " + count + " " + address));
  }

  /** Starts what {@link #received} waits for. */
  Process startPing(int host, String address, int count) throws IOException {
    return start(host, "ping -n -i 0.2 -W 1 -c " + count + " " + address);
  }

  static int received(Process ping) throws IOException, InterruptedException {
    String said = new String(ping.getInputStream().readAllBytes(), UTF_8);
    ping.waitFor();
    Matcher matcher = RECEIVED.matcher(said);
    assertThat(matcher.find()).as(said).isTrue();
    return Integer.parseInt(matcher.group(1));
  }

  /** Waits until one ping comes back. */
  void awaitPing(int host, String address) {
    Awaitility.await()
        .alias("host " + host + " reaches " + address)
        .until(() -> ping(host, address, 1) == 1);
  }

  /** Forgets whom a host knows at its device. */
  void forgetNeighbours(int host, String device) throws IOException, InterruptedException {
    in(host, "ip neigh flush dev " + device);
  }

  /** Records what a host hears. */
  Recording record(int host, Path file) throws IOException {
    return record(List.of("ip", "netns", "exec", "mv" + host), "eth0", file);
  }

  /** Records what the switch sends by the port of a bridge that tags. */
  Recording recordTrunk(int trunk, Path file) throws IOException {
    return record(List.of(), "mvt" + trunk, file);
  }

  private Recording record(List<String> where, String device, Path file) throws IOException {
    Process process =
        Capture.startTcpdump(
            where, "-i", device, "-U", "--immediate-mode", "-Q", "in", "-w", file.toString());
    recordings.add(process);
    return new Recording(process, file);
  }

  /** What a host hears. */
  record Recording(Process process, Path file) {
    /** How many frames pass a display filter of Wireshark. */
    long count(String filter) throws IOException, InterruptedException {
      return frames(filter).size();
    }

    /** A line for each frame that passes. The recording ends. */
    List<String> frames(String filter) throws IOException, InterruptedException {
      Commands.stop(process);
      Commands.Result result =
          Commands.run(
              LIMIT,
              Map.of(),
              List.of(
                  "tshark",
                  "-r",
                  file.toString(),
                  "-Y",
                  filter,
                  "-T",
                  "fields",
                  "-E",
                  "separator= ",
                  "-e",
                  "eth.src",
                  "-e",
                  "eth.dst",
                  "-e",
                  "vlan.id",
                  "-e",
                  "_ws.col.Info"));
      assertThat(result.code()).as(result::output).isZero();
      return result.output().lines().filter(line -> line.matches("[0-9a-f]{2}:.*")).toList();
    }
  }

  /** The entries of a switch, one a line. */
  List<String> flows(int datapathId) throws IOException, InterruptedException {
    return ovs.run("ovs-ofctl -O " + version + " --names dump-flows br" + datapathId)
        .lines()
        .filter(line -> line.contains("actions="))
        .toList();
  }

  private Process start(int host, String command) throws IOException {
    List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", "mv" + host));
    all.addAll(List.of(command.split(" ")));
    return new ProcessBuilder(all).redirectErrorStream(true).start();
  }

  private void in(int host, String command) throws IOException, InterruptedException {
    ovs.run("ip netns exec mv" + host + " " + command);
  }

  @Override
  public void close() throws IOException {
    recordings.forEach(Commands::stop);
    try {
      for (String cable : cables) {
        Commands.run(LIMIT, Map.of(), List.of("ip", "link", "del", cable));
      }
      for (String namespace : namespaces) {
        Commands.run(LIMIT, Map.of(), List.of("ip", "netns", "del", namespace));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted: the namespaces mv* are still there", e);
    }
  }
}
