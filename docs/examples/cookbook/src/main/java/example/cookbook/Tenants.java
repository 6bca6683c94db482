package example.cookbook;

import com.typesafe.config.Config;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.EventStage;
import maestro.api.FlowActions;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.api.SwitchLocal;
import maestro.api.SwitchOutput;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFMeterFlags;
import org.projectfloodlight.openflow.protocol.OFMeterMod;
import org.projectfloodlight.openflow.protocol.OFMeterModCommand;

/**
 * Learning switches for several tenants that do not reach each other. Each tenant has a meter at
 * each switch, which all its entries share; a switch with OpenFlow 1.0 has none.
 */
public final class Tenants implements Application, EventStage {
  private static final int OPENFLOW_10 = 1;

  private final List<Tenant> tenants = new ArrayList<>();
  private ApplicationContext context;

  private record Tenant(int meter, int kbps, List<String> ports) {}

  @Override
  public String name() {
    return "tenants";
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
    for (Config each : context.config().getConfigList("list")) {
      int meter = tenants.size() + 1;
      tenants.add(new Tenant(meter, each.getInt("kbps"), each.getStringList("ports")));
    }
    int idleSeconds = (int) context.config().getDuration("idle-timeout", TimeUnit.SECONDS);
    FlowOptions options = FlowOptions.timeouts(idleSeconds, 0);
    SwitchLocal<Hosts> hosts = context.switchLocal(info -> new Hosts(info.datapathId(), tenants));
    return Stages.batch(() -> new Forwarding(hosts, options)).andEvents(this);
  }

  @Override
  public void onSwitchJoined(SwitchInfo info) {
    if (info.openFlowVersion() == OPENFLOW_10) {
      return;
    }
    OFFactory factory = context.switches().factory(info.datapathId());
    for (Tenant each : tenants) {
      OFMeterMod.Builder meter = factory.buildMeterMod().setMeterId(each.meter());
      context
          .switches()
          .send(info.datapathId(), meter.setCommand(OFMeterModCommand.DELETE).build());
      context
          .switches()
          .send(
              info.datapathId(),
              meter
                  .setCommand(OFMeterModCommand.ADD)
                  .setFlags(Set.of(OFMeterFlags.KBPS))
                  .setMeters(List.of(factory.meterBands().buildDrop().setRate(each.kbps()).build()))
                  .build());
    }
  }

  /** What is known of a switch; one worker at a time has it. */
  private static final class Hosts {
    private final Map<Integer, Tenant> tenantOf = new HashMap<>();
    private final Map<Integer, int[]> othersOf = new HashMap<>();
    private final Map<Long, Integer> portOf = new HashMap<>();

    Hosts(long datapathId, List<Tenant> tenants) {
      String start = SwitchInfo.format(datapathId) + "/";
      for (Tenant tenant : tenants) {
        List<Integer> here =
            tenant.ports().stream()
                .filter(each -> each.startsWith(start))
                .map(each -> Integer.valueOf(each.substring(start.length())))
                .toList();
        for (Integer port : here) {
          tenantOf.put(port, tenant);
          othersOf.put(port, here.stream().filter(p -> !p.equals(port)).mapToInt(p -> p).toArray());
        }
      }
    }
  }

  private record Forwarding(SwitchLocal<Hosts> hosts, FlowOptions options)
      implements RequestStage {
    @Override
    public void onRequest(FlowRequest request, SwitchOutput output) {
      Hosts here = hosts.of(request);
      Tenant tenant = here.tenantOf.get(request.inPort());
      if (tenant == null) {
        output.installDrop(request, options);
        return;
      }
      here.portOf.put(request.ethSrc(), request.inPort());
      Integer port = request.isMulticast() ? null : here.portOf.get(request.ethDst());
      if (port == null) {
        int[] others = here.othersOf.get(request.inPort());
        output.forward(request, others, others.length);
      } else if (tenant.equals(here.tenantOf.get(port))) {
        FlowActions metered = FlowActions.NONE.meter(tenant.meter()).output(port);
        output.installAndForward(request, metered, options);
      } else {
        output.installDrop(request, options);
      }
    }
  }
}
