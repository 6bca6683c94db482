package example.cookbook;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.EventStage;
import maestro.api.FlowActions;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.RequestStage;
import maestro.api.SharedTable;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.api.SwitchOutput;
import maestro.api.packet.FrameBuilder;
import org.projectfloodlight.openflow.types.IPv4Address;
import org.projectfloodlight.openflow.types.MacAddress;

/**
 * One address for several servers of a switch. It answers ARP for the address, gives each TCP
 * connection to a server that is there, and rewrites the addresses in both directions. Its timer
 * asks the servers by ARP whether they are there.
 */
public final class VirtualIp implements Application, EventStage {
  private static final int TCP = 6;
  private static final int ARP_REQUEST = 1;
  private static final int ARP_REPLY = 2;
  private static final long GONE_NS = TimeUnit.SECONDS.toNanos(15);
  private static final int MOST_CONNECTIONS = 1 << 16;
  private static final Duration FORGOTTEN = Duration.ofHours(1);
  private static final FlowActions FLOOD = FlowActions.outputs(FlowActions.FLOOD);
  private static final long MIX = 0x9e37_79b9_7f4a_7c15L;

  private final Map<Integer, Server> seen = new ConcurrentHashMap<>();
  private ApplicationContext context;
  private int address;
  private long ethernet;
  private int port;
  private List<Integer> servers;

  /** A server that has answered. */
  private record Server(int ip, long eth, long datapathId, int port, long seenNs) {}

  @Override
  public String name() {
    return "virtual-ip";
  }

  @Override
  public String version() {
    return "1.0";
  }

  @Override
  public int requiredApiLevel() {
    return API_LEVEL;
  }

  @Override
  public Stages start(ApplicationContext services) {
    context = services;
    Config config = context.config();
    address = IPv4Address.of(config.getString("address")).getInt();
    ethernet = MacAddress.of(config.getString("ethernet")).getLong();
    port = config.getInt("port");
    servers =
        config.getStringList("servers").stream().map(s -> IPv4Address.of(s).getInt()).toList();
    SharedTable connections = context.sharedTable(MOST_CONNECTIONS, FORGOTTEN);
    int idleSeconds = (int) config.getDuration("idle-timeout", TimeUnit.SECONDS);
    FlowOptions options = FlowOptions.timeouts(idleSeconds, 0);
    return Stages.batch(() -> new Balancing(connections, options)).andEvents(this);
  }

  @Override
  public void onTimer() {
    for (SwitchInfo each : context.switches().all()) {
      for (int server : servers) {
        byte[] question = arp(ARP_REQUEST, 0xffff_ffff_ffffL, server);
        context.switches().packetOut(each.datapathId(), FlowActions.CONTROLLER, FLOOD, question);
      }
    }
  }

  /** An ARP frame from the virtual address. */
  private byte[] arp(int operation, long targetEth, int targetIp) {
    long eth = operation == ARP_REQUEST ? 0 : targetEth;
    return FrameBuilder.ethernet(targetEth, ethernet)
        .arp(operation, ethernet, address, eth, targetIp)
        .build();
  }

  private final class Balancing implements RequestStage {
    private final SharedTable connections;
    private final FlowOptions options;

    Balancing(SharedTable connections, FlowOptions options) {
      this.connections = connections;
      this.options = options;
    }

    @Override
    public void onRequest(FlowRequest request, SwitchOutput output) {
      if (request.isArp()) {
        onArp(request, output);
      } else if (request.ipv4Dst() == address) {
        toServer(request, output);
        output.consume(request);
      } else if (request.ipProtocol() == TCP
          && request.l4Src() == port
          && servers.contains(request.ipv4Src())) {
        toClient(request, output);
      }
    }

    private void onArp(FlowRequest request, SwitchOutput output) {
      int sender = request.arpSenderIpv4();
      if (request.arpTargetIpv4() != address) {
        return;
      }
      if (request.arpOperation() == ARP_REQUEST) {
        byte[] reply = arp(ARP_REPLY, request.ethSrc(), sender);
        output.reply(request, reply, reply.length);
      } else if (servers.contains(sender)) {
        long switchId = request.datapathId();
        int at = request.inPort();
        seen.put(sender, new Server(sender, request.ethSrc(), switchId, at, request.nowNs()));
      }
      output.drop(request);
      output.consume(request);
    }

    private void toServer(FlowRequest request, SwitchOutput output) {
      List<Server> there =
          seen.values().stream()
              .filter(s -> s.datapathId() == request.datapathId())
              .filter(s -> request.nowNs() - s.seenNs() < GONE_NS)
              .toList();
      boolean isService = request.ipProtocol() == TCP && request.l4Dst() == port;
      if (there.isEmpty() || !isService) {
        output.drop(request);
        return;
      }
      long client = client(request.ipv4Src(), request.l4Src());
      Server server = there.get(Math.floorMod(Long.hashCode(client * MIX), there.size()));
      if (connections.count() < connections.capacity()) {
        connections.put(client, request.inPort());
      }
      FlowActions rewrite =
          FlowActions.NONE.setEthDst(server.eth()).setIpv4Dst(server.ip()).output(server.port());
      output.installAndForward(request, rewrite, options);
    }

    private void toClient(FlowRequest request, SwitchOutput output) {
      long clientPort = connections.get(client(request.ipv4Dst(), request.l4Dst()));
      if (clientPort != SharedTable.ABSENT) { // else it was begun without the virtual address
        FlowActions rewrite =
            FlowActions.NONE.setEthSrc(ethernet).setIpv4Src(address).output((int) clientPort);
        output.installAndForward(request, rewrite, options);
        output.consume(request);
      }
    }

    private static long client(int ip, int port) {
      return (ip & 0xffff_ffffL) << 16 | port;
    }
  }
}
