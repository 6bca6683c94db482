package example.cookbook;

import com.typesafe.config.Config;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.api.SwitchOutput;

/** Drops what DHCP servers say, except at the ports where they belong. */
public final class DhcpGuard implements Application {
  private static final System.Logger LOG = System.getLogger("dhcp-guard");
  private static final int UDP = 17;
  private static final int SERVER_PORT = 67;

  @Override
  public String name() {
    return "dhcp-guard";
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
    Set<String> servers = Set.copyOf(config.getStringList("server-ports"));
    int idleSeconds = (int) config.getDuration("idle-timeout", TimeUnit.SECONDS);
    return Stages.batch(() -> new Guard(servers, FlowOptions.timeouts(idleSeconds, 0)));
  }

  private record Guard(Set<String> servers, FlowOptions options) implements RequestStage {
    @Override
    public void onRequest(FlowRequest request, SwitchOutput output) {
      if (request.ipProtocol() != UDP || request.l4Src() != SERVER_PORT) {
        return;
      }
      String port = SwitchInfo.format(request.datapathId()) + "/" + request.inPort();
      if (!servers.contains(port)) { // once for each entry, so it may allocate
        LOG.log(Level.WARNING, "a DHCP server is at " + port);
        output.installDrop(request, options);
        output.consume(request);
      }
    }
  }
}
