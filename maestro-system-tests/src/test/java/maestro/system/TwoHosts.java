package maestro.system;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/**
 * Two hosts of a test's own, as namespaces on one real switch in user space; used while the rigs
 * are held. Host 2 has two IPv4 addresses, and listens on two TCP ports at both.
 */
final class TwoHosts implements AutoCloseable {
  /** An address of host 2. */
  static final String ADDRESS = "10.81.0.2";

  private static final Duration LIMIT = Commands.PATIENCE;
  private static final String NAMESPACE = "mt-fine";
  private static final String BRIDGE = "mtfine";
  private static final String LISTENER =
      """
      import selectors, socket
      ports = selectors.DefaultSelector()
      for port in (23, 80):
          listening = socket.create_server(("", port))
          ports.register(listening, selectors.EVENT_READ)
      print("listening", flush=True)
      while True:
          for key, events in ports.select():
              key.fileobj.accept()[0].close()
      """;

  private final PrivateOpenVSwitch ovs;
  private final String version;
  private ProgramOutput listener;

  /**
   * Makes the hosts and the switch, and connects it.
   *
   * @param version as ovs-vsctl calls it: OpenFlow10, OpenFlow13
   */
  TwoHosts(Path folder, PrivateOpenVSwitch ovs, String version, StartedController controller)
      throws IOException, InterruptedException {
    this.ovs = ovs;
    this.version = version;
    try {
      for (int host = 1; host <= 2; host++) {
        addHost(host);
      }
      ovs.run("ip", "-n", NAMESPACE + 2, "addr", "add", "10.82.0.2/24", "dev", "eth0");
      ovs.run("ip", "-n", NAMESPACE + 1, "addr", "add", "10.82.0.1/24", "dev", "eth0");
      ovs.run(
          "ovs-vsctl add-br %s -- set bridge %s datapath_type=netdev".formatted(BRIDGE, BRIDGE));
      ovs.run(
          "ovs-vsctl set bridge %s protocols=%s fail-mode=secure".formatted(BRIDGE, version)
              + " other-config:disable-in-band=true other-config:datapath-id=00000000000000f1");
      ovs.run("ovs-vsctl add-port %s mtfine1 -- add-port %s mtfine2".formatted(BRIDGE, BRIDGE));
      ovs.run("ovs-vsctl set-controller %s tcp:127.0.0.1:%s".formatted(BRIDGE, controller.port()));
      listener =
          ProgramOutput.start(
              folder.resolve("listener.out"),
              java.util.Map.of(),
              List.of("ip", "netns", "exec", NAMESPACE + 2, "python3", "-c", LISTENER));
      listener.awaitText("listening");
    } catch (IOException | InterruptedException | RuntimeException | AssertionError e) {
      close();
      throw e;
    }
  }

  private void addHost(int host) throws IOException, InterruptedException {
    String namespace = NAMESPACE + host;
    ovs.run("ip netns add " + namespace);
    ovs.run("ip link add mtfine%d type veth peer name eth0 netns %s".formatted(host, namespace));
    ovs.run("ip -n %s link set eth0 address 00:00:00:00:0f:0%d".formatted(namespace, host));
    ovs.run("ip -n %s addr add 10.81.0.%d/24 dev eth0".formatted(namespace, host));
    ovs.run("ip -n %s link set eth0 up".formatted(namespace));
    ovs.run("ip netns exec %s ethtool -K eth0 tx off".formatted(namespace));
    ovs.run("ip link set mtfine%d up".formatted(host));
  }

  private Commands.Result result(List<String> command) throws IOException, InterruptedException {
    return Commands.run(LIMIT, ovs.environment(), command);
  }

  /** Whether an address answers host 1's pings. */
  boolean pings(String address) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", NAMESPACE + 1));
    command.addAll(List.of("ping", "-c", "2", "-i", "0.2", "-W", "2", address));
    return result(command).code() == 0;
  }

  /** Whether an address answers each of five pings of host 1. */
  boolean losesNoPing(String address) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", NAMESPACE + 1));
    command.addAll(List.of("ping", "-c", "5", "-i", "0.2", "-W", "5", address));
    return result(command).output().contains("5 received, 0% packet loss");
  }

  /** Whether host 1 can connect to a TCP port. */
  boolean connects(String address, int port) throws IOException, InterruptedException {
    String client = "import socket; socket.create_connection(('%s', %d), 3)";
    List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", NAMESPACE + 1));
    command.addAll(List.of("python3", "-c", client.formatted(address, port)));
    return result(command).code() == 0;
  }

  /** The entries of the switch. */
  String entries() throws IOException, InterruptedException {
    return ovs.run("ovs-ofctl -O %s dump-flows %s".formatted(version, BRIDGE));
  }

  /** Deletes the entries all of whose packets match this, as an operator would. */
  void deleteEntries(String match) throws IOException, InterruptedException {
    ovs.run("ovs-ofctl -O %s del-flows %s %s".formatted(version, BRIDGE, match));
  }

  /** Waits until host 1 can reach an address. */
  void awaitPing(String address) {
    Awaitility.await().until(() -> pings(address));
  }

  @Override
  public void close() throws IOException {
    if (listener != null) {
      listener.close();
    }
    try {
      result(List.of("ovs-vsctl", "--if-exists", "del-br", BRIDGE));
      for (int host = 1; host <= 2; host++) {
        result(List.of("ip", "netns", "del", NAMESPACE + host));
        result(List.of("ip", "link", "del", "mtfine" + host));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted: the namespaces " + NAMESPACE + " are still there", e);
    }
  }
}
