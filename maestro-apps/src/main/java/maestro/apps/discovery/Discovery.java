package maestro.apps.discovery;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.Optional;
import maestro.api.ApplicationContext;
import maestro.api.BadSettingException;
import maestro.api.Stages;
import maestro.api.topology.Topology;
import maestro.apps.handover.SavedNetwork;
import maestro.apps.log.LineLimit;
import maestro.apps.ports.PortList;
import maestro.apps.probing.ProbeRounds;
import maestro.apps.settings.Durations;
import maestro.apps.settings.ShippedApplication;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the links between switches from the probes of the application probing, and publishes the
 * view {@code topology}. {@link LinkDiscovery} has the algorithm.
 */
public final class Discovery extends ShippedApplication {
  private static final Logger LOG = LoggerFactory.getLogger(Discovery.class);
  private static final Duration MOST_PAUSE = Duration.ofMinutes(1);

  public Discovery() {
    super("discovery", 4);
  }

  @Override
  public Stages start(ApplicationContext context) {
    Config config = context.config();
    Duration pause = Durations.between(config, "publish-pause", Duration.ZERO, MOST_PAUSE);
    Optional<SavedNetwork> restored = context.savedState().flatMap(SavedNetwork::read);
    Topology first = restored.map(SavedNetwork::topology).orElse(Topology.EMPTY);
    Publisher publisher =
        new Publisher(context, context.publishes("topology", Topology.class, first), pause);
    LinkDiscovery discovery =
        new LinkDiscovery(
            context,
            context.reads("probe-rounds", ProbeRounds.class),
            publisher,
            LineLimit.configured(context, LOG, "link changes"),
            rounds(config, "lost-rounds"),
            rounds(config, "settle-rounds"),
            PortList.of(config, "host-ports"),
            restored);
    context.savesState(() -> discovery.toSave().toBytes());
    context.restoresState(bytes -> discovery.restore(restored(bytes)));
    return Stages.events(discovery);
  }

  private static SavedNetwork restored(byte[] bytes) {
    return SavedNetwork.read(bytes)
        .orElseThrow(() -> new IllegalArgumentException("links of another version, or cut"));
  }

  private static int rounds(Config config, String key) {
    int rounds = config.getInt(key);
    if (rounds < 1 || rounds > 1000) {
      throw new BadSettingException(key, rounds, "1 to 1000");
    }
    return rounds;
  }
}
