package maestro.apps.routing;

import maestro.api.ApplicationContext;
import maestro.api.BadSettingException;
import maestro.api.EventStage;
import maestro.api.PublishedView;
import maestro.api.Stages;
import maestro.api.View;
import maestro.api.topology.Topology;
import maestro.apps.handover.SavedNetwork;
import maestro.apps.settings.ShippedApplication;

/**
 * Computes the shortest paths between all switches when the topology has changed, like
 * IntradomainRoutingApp in Figure 2 of the Maestro paper, and publishes them as the view {@code
 * routing-table}.
 *
 * <ol>
 *   <li>Take the latest topology; there may have been several changes.
 *   <li>Weigh its links by the settings.
 *   <li>Compute the distances that the change affects, on several threads; the event thread waits.
 *   <li>Publish the new table. It shares unchanged arrays with the old one.
 *   <li>After a reload, the first table is that of the last topology before it, by the new
 *       settings.
 * </ol>
 */
public final class IntradomainRouting extends ShippedApplication {
  private static final int MAX_THREADS = 1024;

  public IntradomainRouting() {
    super("intradomain-routing", 3);
  }

  @Override
  public Stages start(ApplicationContext context) {
    ConfiguredWeights weights = new ConfiguredWeights(context.config());
    int threads = context.config().getInt("threads");
    if (threads < 0 || threads > MAX_THREADS) {
      throw new BadSettingException("threads", threads, "0 to " + MAX_THREADS);
    }
    View<Topology> topology = context.reads("topology", Topology.class);
    int threadCount = threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
    RoutingTable first =
        context
            .savedState()
            .flatMap(SavedNetwork::read)
            .map(SavedNetwork::topology)
            .map(before -> RoutingTable.of(before, weights.with(context.switches()), threadCount))
            .orElse(RoutingTable.EMPTY); // 5
    PublishedView<RoutingTable> table =
        context.publishes("routing-table", RoutingTable.class, first);
    context.savesState(() -> SavedNetwork.of(table.now().topology()).toBytes());
    return Stages.events(
        new EventStage() {
          @Override
          public void onViewChanged(String view) {
            Topology latest = topology.now(); // 1
            LinkWeights now = weights.with(context.switches()); // 2
            table.publish(table.now().after(latest, now, threadCount)); // 3, 4
          }
        });
  }
}
