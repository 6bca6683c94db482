package maestro.apps.bandwidth;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import maestro.api.EventStage;
import maestro.api.RequestStage;
import maestro.api.RestAnswer;
import maestro.api.RestRequest;
import maestro.api.Stages;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.routing.RoutingTable;
import maestro.apps.testkit.FakeFrame;
import maestro.apps.testkit.FakeHosts;
import maestro.apps.testkit.FakeOutput;
import maestro.apps.testkit.FakePlatform;
import org.junit.jupiter.api.BeforeEach;

/**
 * What tests of bandwidth-on-demand begin with: switches 1 and 4 with two paths between them, over
 * 2 and over 3, on links of 10 Mbps; host A at 1, host B at 4.
 */
abstract class TwoPathNetwork {
  static final long A = 0xa;
  static final long B = 0xb;
  static final List<Link> UP =
      List.of(
          new Link(1, 12, 2, 1),
          new Link(2, 4, 4, 42),
          new Link(1, 13, 3, 1),
          new Link(3, 4, 4, 43));

  final FakePlatform platform =
      FakePlatform.withSettings(
          "bandwidth-on-demand",
          "use-port-speed = %s, link-rate = 10 Mbps, default-rate = 6 Mbps, "
                  .formatted(usesPortSpeed())
              + "rates = [\"1 Mbps ip_proto=udp\"]");
  final FakeOutput output = new FakeOutput();
  final FakeHosts hosts = new FakeHosts();
  final Map<Port, Role> roles = new HashMap<>();
  RequestStage stage;
  EventStage events;

  /** A request with a body and an id. */
  private record Asking(String method, String id, Map<String, Object> json) implements RestRequest {
    @Override
    public String part(String name) {
      return id;
    }

    @Override
    public Optional<String> query(String name) {
      return Optional.empty();
    }

    @Override
    public String body() {
      return "";
    }
  }

  @BeforeEach
  void start() {
    hosts.put(A, 1, 5);
    hosts.put(B, 4, 6);
    platform.set("hosts", hosts);
    for (long id = 1; id <= 4; id++) {
      platform.switches().add(id, 5);
    }
    Stages stages = platform.start(new BandwidthOnDemand());
    stage = (RequestStage) stages.batch().orElseThrow().get();
    events = stages.events().orElseThrow();
    links(UP);
  }

  boolean usesPortSpeed() {
    return false;
  }

  /** Links in one direction, which discovery has found in both. */
  void links(List<Link> oneWay) {
    List<Link> links = new ArrayList<>(oneWay);
    oneWay.forEach(link -> links.add(link.reversed()));
    Topology topology = Topology.of(Set.of(1L, 2L, 3L, 4L), links, roles);
    platform.set("routing-table", RoutingTable.of(topology));
    events.onViewChanged("routing-table");
  }

  /** A TCP packet from A to B asks; what is said to the switches. */
  List<String> request(long datapathId, int inPort, int l4Src) {
    stage.onRequest(frame(6, l4Src).at(datapathId, inPort), output);
    return output.takeSaid();
  }

  static FakeFrame frame(int protocol, int l4Src) {
    return FakeFrame.between(A, B).ip(0x0a00_0001, 0x0a00_0002).transport(protocol, l4Src, 80);
  }

  /** What REST answers. */
  RestAnswer rest(String methodAndPath, String id, Map<String, Object> body) throws Exception {
    return platform.handler(methodAndPath).answer(new Asking("", id, body));
  }
}
