package maestro.apps.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import maestro.api.EventStage;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.topology.HostLocations;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.packets.Addresses;
import maestro.apps.testkit.FakeOutput;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeRequest;
import maestro.apps.testkit.LogOfClass;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;

/** Three switches with hosts at ports 1 and 2, and links between their ports 3. */
abstract class HostNetwork {
  static final long A = 0x0200_0000_000aL;
  static final long B = 0x0200_0000_000bL;
  static final int IP_A = 0x0a00_000a;
  static final int IP_B = 0x0a00_000b;
  static final Duration HOLD = Duration.ofMillis(500);
  static final Duration TIMEOUT = Duration.ofMinutes(5);

  final FakeOutput output = new FakeOutput();
  final Map<Port, Role> roles = new HashMap<>();

  /** The connected switches. */
  final Set<Long> present = new TreeSet<>();

  /** The switches to which links lead. */
  final Set<Long> linked = new TreeSet<>(Set.of(1L, 2L, 3L));

  @AutoClose final LogOfClass log = new LogOfClass(HostLocation.class);
  FakePlatform platform;
  RequestStage stage;
  EventStage events;

  @BeforeEach
  void begin() {
    start("");
  }

  void start(String settings) {
    start(FakePlatform.withSettings("host-location", settings));
    publishTopology();
  }

  /** Starts without the news of a topology. */
  void start(FakePlatform newPlatform) {
    platform = newPlatform;
    Stages stages = platform.start(new HostLocation());
    stage = (RequestStage) stages.batch().orElseThrow().get();
    events = stages.events().orElseThrow();
    roles.clear();
    for (long dpid = 1; dpid <= 3; dpid++) {
      present.add(dpid);
      platform.switches().add(dpid, 3);
      for (int port = 1; port <= 2; port++) {
        roles.put(new Port(dpid, port), Role.HOST);
      }
      roles.put(new Port(dpid, 3), Role.SWITCH);
    }
    setTopology();
  }

  static InetAddress address(int ipv4) throws UnknownHostException {
    return InetAddress.getByAddress(ByteBuffer.allocate(4).putInt(ipv4).array());
  }

  void publishTopology() {
    setTopology();
    events.onViewChanged("topology");
  }

  private void setTopology() {
    Map<Port, Role> ofPresent = new HashMap<>(roles);
    ofPresent.keySet().removeIf(port -> !present.contains(port.datapathId()));
    platform.set("topology", Topology.of(List.copyOf(present), links(), ofPresent));
  }

  private List<Link> links() {
    List<Link> links = new ArrayList<>();
    for (long from : present) {
      for (long to : present) {
        if (from != to && linked.contains(from) && linked.contains(to)) {
          links.add(new Link(from, 3, to, 3));
        }
      }
    }
    return links;
  }

  /** An IPv4 packet comes in. */
  void ip(long datapathId, int port, long source, int ipv4) {
    ByteBuffer payload = ByteBuffer.allocate(50);
    payload.put(0, (byte) 0x45).putShort(2, (short) 50).putInt(12, ipv4).putInt(16, 0x0a00_00ff);
    byte[] frame = FakeRequest.ethernet(source, 0x0200_0000_00ffL, 0x0800, payload.array());
    handle(new FakeRequest(datapathId, port, platform.nowNs(), frame));
  }

  /** An ARP request comes in. */
  void arp(long datapathId, int port, long source, int ipv4) {
    handle(arpRequest(datapathId, port, source, source, ipv4));
  }

  FakeRequest arpRequest(long datapathId, int port, long source, long sender, int ipv4) {
    ByteBuffer arp = ByteBuffer.allocate(28);
    arp.putLong(0x0001_0800_0604_0001L);
    arp.putShort((short) (sender >>> 32)).putInt((int) sender).putInt(ipv4);
    arp.putShort((short) 0).putInt(0).putInt(0x0a00_00fe);
    byte[] frame = FakeRequest.ethernet(source, Addresses.BROADCAST, 0x0806, arp.array());
    return new FakeRequest(datapathId, port, platform.nowNs(), frame);
  }

  void handle(FakeRequest request) {
    stage.onRequest(request, output);
    assertThat(request.tracked()).as("it learns, and decides nothing").isEmpty();
    platform.advance(Duration.ZERO);
  }

  void advance(Duration duration) {
    platform.advance(duration);
  }

  HostLocations hosts() {
    return platform.valueOf("hosts", HostLocations.class);
  }

  List<String> lines() {
    return log.lines();
  }

  String placeOf(long ethAddress) {
    long location = hosts().locationOf(ethAddress);
    return location == HostLocations.UNKNOWN
        ? "unknown"
        : hosts().datapathIdOf(location) + "/" + hosts().portOf(location);
  }
}
