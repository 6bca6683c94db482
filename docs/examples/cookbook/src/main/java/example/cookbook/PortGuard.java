package example.cookbook;

import com.typesafe.config.Config;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.api.SwitchLocal;
import maestro.api.SwitchOutput;

/**
 * Takes router advertisements from the ports of routers alone (RFC 6105), and at most so many
 * Ethernet addresses from any other port.
 */
public final class PortGuard implements Application {
  private static final System.Logger LOG = System.getLogger("port-guard");
  private static final int ICMPV6 = 58;
  private static final int ROUTER_ADVERTISEMENT = 134;

  @Override
  public String name() {
    return "port-guard";
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
  public boolean failsClosed() {
    return true;
  }

  @Override
  public Stages start(ApplicationContext context) {
    Config config = context.config();
    Set<String> routers = Set.copyOf(config.getStringList("router-ports"));
    int most = config.getInt("most-addresses");
    int idleSeconds = (int) config.getDuration("idle-timeout", TimeUnit.SECONDS);
    SwitchLocal<Addresses> addresses = context.switchLocal(info -> new Addresses());
    FlowOptions options = FlowOptions.timeouts(idleSeconds, 0);
    return Stages.batch(() -> new Guard(addresses, routers, most, options));
  }

  /** The addresses at each port of a switch: plain state, since one worker at a time has it. */
  private static final class Addresses {
    private final Map<Integer, Set<Long>> ofPort = new HashMap<>();

    /** Whether the port may have the address: it has it already, or has room for it. */
    boolean admits(int port, long address, int most) {
      Set<Long> known = ofPort.computeIfAbsent(port, p -> new HashSet<>());
      return known.contains(address) || (known.size() < most && known.add(address));
    }
  }

  private record Guard(
      SwitchLocal<Addresses> addresses, Set<String> routers, int most, FlowOptions options)
      implements RequestStage {
    @Override
    public void onRequest(FlowRequest request, SwitchOutput output) {
      String port = SwitchInfo.format(request.datapathId()) + "/" + request.inPort();
      if (routers.contains(port)) {
        return;
      }
      if (!addresses.of(request).admits(request.inPort(), request.ethSrc(), most)) {
        LOG.log(Level.WARNING, "more than " + most + " addresses are at " + port);
        drop(request, output);
      } else if (request.ipProtocol() == ICMPV6 && request.l4Src() == ROUTER_ADVERTISEMENT) {
        LOG.log(Level.WARNING, "a router is at " + port);
        drop(request, output);
      }
    }

    private void drop(FlowRequest request, SwitchOutput output) {
      output.installDrop(request, options);
      output.consume(request);
    }
  }
}
