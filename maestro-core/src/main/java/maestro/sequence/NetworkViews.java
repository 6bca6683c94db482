package maestro.sequence;

import java.util.Optional;
import maestro.api.topology.HostLocations;
import maestro.api.topology.Routes;
import maestro.api.topology.Topology;
import maestro.state.StoredView;
import maestro.state.ViewStore;
import org.jspecify.annotations.Nullable;

/**
 * What the applications of one host publish of the network, for those that are no applications: the
 * views of the topology, the hosts and the routes. Until the host begins, they are those of the
 * host that it replaces.
 *
 * <p>Any thread, except where a method says otherwise.
 */
public final class NetworkViews {
  private final ViewStore views;

  /** Volatile: those of the host that is replaced, until this one begins; null otherwise. */
  private volatile @Nullable NetworkViews replaced;

  NetworkViews(ViewStore views) {
    this.views = views;
  }

  /** Shows an earlier host's views until {@link #begun}. Only while all workers rest. */
  void replaces(NetworkViews earlier) {
    replaced = earlier;
  }

  /** Called when the views have begun. */
  void begun() {
    replaced = null;
  }

  /** The latest topology; empty when no application publishes one. */
  public Optional<Topology> topology() {
    return published("topology", Topology.class);
  }

  /** The known hosts; empty when no application publishes them. */
  public Optional<HostLocations> hosts() {
    return published("hosts", HostLocations.class);
  }

  /** The paths between switches; empty when no application publishes them. */
  public Optional<Routes> routes() {
    return published("routing-table", Routes.class);
  }

  private <T> Optional<T> published(String name, Class<T> type) {
    if (!views.hasBegun()) {
      NetworkViews before = replaced;
      return before == null ? Optional.empty() : before.published(name, type);
    }
    StoredView<?> view = views.find(name);
    return view == null || view.maker() == null
        ? Optional.empty()
        : Optional.of(view.now()).filter(type::isInstance).map(type::cast);
  }
}
