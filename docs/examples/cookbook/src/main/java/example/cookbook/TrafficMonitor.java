package example.cookbook;

import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.EventStage;
import maestro.api.RestAnswer;
import maestro.api.RestRefusal;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPortStatsEntry;
import org.projectfloodlight.openflow.protocol.OFPortStatsReply;
import org.projectfloodlight.openflow.types.DatapathId;
import org.projectfloodlight.openflow.types.OFPort;

/** Polls the port counters of all switches, and answers them by REST. All on the event thread. */
public final class TrafficMonitor implements Application, EventStage {
  private static final System.Logger LOG = System.getLogger("traffic-monitor");

  private final Map<Long, Map<String, Object>> ports = new TreeMap<>();
  private ApplicationContext context;

  @Override
  public String name() {
    return "traffic-monitor";
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
    context.answers("GET", "ports", request -> RestAnswer.ok(all()));
    context.answers("GET", "ports/{switch}", request -> RestAnswer.ok(one(request.part("switch"))));
    return Stages.events(this);
  }

  private Map<String, Object> all() {
    Map<String, Object> all = new LinkedHashMap<>();
    ports.forEach((datapathId, counters) -> all.put(SwitchInfo.format(datapathId), counters));
    return all;
  }

  private Map<String, Object> one(String name) {
    return Optional.ofNullable(ports.get(DatapathId.of(name).getLong()))
        .orElseThrow(() -> new RestRefusal(404, "no switch " + name));
  }

  @Override
  public void onTimer() {
    for (SwitchInfo each : context.switches().all()) {
      ask(each.datapathId());
    }
  }

  /** The answer comes on another thread, so it is taken over to this one. */
  private void ask(long datapathId) {
    OFFactory factory = context.switches().factory(datapathId);
    context
        .switches()
        .request(datapathId, factory.buildPortStatsRequest().setPortNo(OFPort.ANY).build())
        .whenCompleteAsync(
            (parts, refused) -> {
              if (refused == null) {
                ports.put(datapathId, counters(parts));
              } else {
                LOG.log(Level.WARNING, SwitchInfo.format(datapathId), refused);
              }
            },
            context::later);
  }

  private static Map<String, Object> counters(List<OFMessage> parts) {
    Map<String, Object> counters = new TreeMap<>();
    for (OFMessage part : parts) {
      for (OFPortStatsEntry each : ((OFPortStatsReply) part).getEntries()) {
        counters.put(
            each.getPortNo().toString(),
            Map.of(
                "rxPackets", each.getRxPackets().getValue(),
                "rxBytes", each.getRxBytes().getValue(),
                "txPackets", each.getTxPackets().getValue(),
                "txBytes", each.getTxBytes().getValue()));
      }
    }
    return counters;
  }

  @Override
  public void onSwitchLeft(SwitchInfo info) {
    ports.remove(info.datapathId());
  }
}
