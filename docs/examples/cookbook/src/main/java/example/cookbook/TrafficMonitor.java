package example.cookbook;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.EventStage;
import maestro.api.PortStatistics;
import maestro.api.RestAnswer;
import maestro.api.RestRefusal;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import org.projectfloodlight.openflow.types.DatapathId;

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

  /** The answer is at most five seconds old: others may have asked for it. */
  private void ask(long datapathId) {
    context
        .switches()
        .portStatistics(datapathId, Duration.ofSeconds(5))
        .whenCompleteAsync(
            (counted, refused) -> {
              if (refused == null) {
                ports.put(datapathId, counters(counted));
              } else {
                LOG.log(Level.WARNING, SwitchInfo.format(datapathId), refused);
              }
            },
            context::later);
  }

  private static Map<String, Object> counters(List<PortStatistics> counted) {
    Map<String, Object> counters = new TreeMap<>();
    for (PortStatistics each : counted) {
      counters.put(
          String.valueOf(each.port()),
          Map.of(
              "rxPackets", each.rxPackets(),
              "rxBytes", each.rxBytes(),
              "txPackets", each.txPackets(),
              "txBytes", each.txBytes()));
    }
    return counters;
  }

  @Override
  public void onSwitchLeft(SwitchInfo info) {
    ports.remove(info.datapathId());
  }
}
