package maestro.apps.learning;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import maestro.api.ApplicationContext;
import maestro.api.SwitchInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says once for each switch that its host table is too small for its hosts, and which size would
 * do. A table that forgets its hosts costs more than memory: their packets are flooded.
 *
 * <p>Shared by the workers; a line is written on the event thread.
 */
final class FullTables {
  private static final Logger LOG = LoggerFactory.getLogger(LearningSwitch.class);

  private final ApplicationContext context;
  private final int tableSize;
  private final Set<Long> said = ConcurrentHashMap.newKeySet();

  FullTables(ApplicationContext context, int tableSize) {
    this.context = context;
    this.tableSize = tableSize;
  }

  /** Looks at the table of a switch for which a packet is being flooded. */
  void check(long datapathId, LearnedHosts hosts) {
    Newcomers newcomers = hosts.newcomers();
    int wanted = newcomers.wantedSize(tableSize);
    if (wanted == 0) {
      return;
    }
    newcomers.settle();
    if (said.add(datapathId)) { // not when the switch has joined again
      long addresses = newcomers.distinct();
      context.later(() -> say(datapathId, addresses, wanted));
    }
  }

  private void say(long datapathId, long addresses, int wanted) {
    String advice =
        wanted > HostTableSettings.MOST_ADDRESSES
            ? "the largest table-size is " + HostTableSettings.MOST_ADDRESSES
            : "table-size = " + wanted + " would hold them";
    LOG.warn(
        "switch {}: about {} addresses are heard in turn, but the host table holds {}, so that hosts"
            + " are forgotten and their packets flooded; {} (said once)",
        SwitchInfo.format(datapathId),
        addresses,
        tableSize,
        advice);
  }
}
