package maestro.apps.hosts;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.List;
import maestro.api.ApplicationContext;
import maestro.api.BadSettingException;
import maestro.api.EventStage;
import maestro.api.Stages;
import maestro.api.SwitchLocal;
import maestro.api.View;
import maestro.api.topology.HostLocations;
import maestro.api.topology.HostLost;
import maestro.api.topology.HostMoved;
import maestro.api.topology.Topology;
import maestro.apps.log.LineLimit;
import maestro.apps.settings.Durations;
import maestro.apps.settings.ShippedApplication;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Learns the locations of hosts, by VLAN and address, and publishes the view {@code hosts}. {@link
 * Watcher} reads the packets, on the workers; {@link HostTracker} decides what they mean, on the
 * event thread. Hosts outlive a reload and a change of the active member of a cluster. A move is
 * announced as {@code host-moved}, a host whose port is gone as {@code host-lost}.
 */
public final class HostLocation extends ShippedApplication {
  private static final Logger LOG = LoggerFactory.getLogger(HostLocation.class);

  public HostLocation() {
    super("host-location", 4);
  }

  @Override
  public Stages start(ApplicationContext context) {
    Config config = context.config();
    int maxHosts = config.getInt("table-size");
    if (maxHosts < 16 || maxHosts > 1 << 22) {
      throw new BadSettingException("table-size", maxHosts, "16 to 4194304");
    }
    int hostsPerPort = config.getInt("hosts-per-port");
    if (hostsPerPort < 1 || hostsPerPort > maxHosts) {
      throw new BadSettingException("hosts-per-port", hostsPerPort, "1 to table-size");
    }
    HostTracker.Limits limits =
        new HostTracker.Limits(
            maxHosts,
            hostsPerPort,
            Durations.between(
                config, "address-timeout", Duration.ofSeconds(1), Duration.ofHours(24)),
            movePolicy(config),
            Durations.between(config, "move-hold", Duration.ofMillis(1), Duration.ofMinutes(1)));
    int spare = maxHosts / 8; // hashing is uneven, so a full table is never quite full
    int maxAddresses = maxHosts + AddressClaims.mostFurther(maxHosts);
    HostTables tables =
        new HostTables(
            context.sharedTable(maxHosts + spare),
            context.sharedTable(maxAddresses + spare),
            context.sharedTable(maxAddresses + spare));
    View<Topology> topology = context.reads("topology", Topology.class);
    context.publishes("hosts", HostLocations.class, tables);
    LineLimit lines = LineLimit.configured(context, LOG, "host changes");
    LocatedPorts ports = new LocatedPorts(context, tables);
    HostTracker tracker =
        new HostTracker(
            context,
            tables,
            ports,
            topology,
            context.announces("host-moved", HostMoved.class),
            context.announces("host-lost", HostLost.class),
            limits,
            context.savedState().flatMap(SavedHost::read).orElse(List.of()),
            new HostLog(ports, tables, lines));
    context.savesState(() -> SavedHost.toBytes(tracker.toSave()));
    context.restoresState(bytes -> tracker.restore(restored(bytes)));
    SwitchLocal<SwitchNumber> switchNumbers =
        context.switchLocal(
            info ->
                new SwitchNumber(
                    tables.number(info.datapathId()), context.vlans().of(info.datapathId())));
    return Stages.batch(
            () -> new Watcher(tables, topology, switchNumbers, new HostSightings(context, tracker)))
        .andEvents(
            new EventStage() {
              @Override
              public void onViewChanged(String view) {
                tracker.topologyChanged();
              }
            });
  }

  private static List<SavedHost> restored(byte[] bytes) {
    return SavedHost.read(bytes)
        .orElseThrow(() -> new IllegalArgumentException("hosts of another version, or cut"));
  }

  private static MovePolicy movePolicy(Config config) {
    String name = config.getString("move-policy");
    return switch (name) {
      case "verify" -> MovePolicy.VERIFY;
      case "follow" -> MovePolicy.FOLLOW;
      default -> throw new BadSettingException("move-policy", name, "verify, follow");
    };
  }
}
