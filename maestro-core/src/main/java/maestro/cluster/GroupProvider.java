package maestro.cluster;

import maestro.config.ClusterConfig;

/** Makes the group. The jar with an implementation is loaded only when a cluster is configured. */
public interface GroupProvider {
  /**
   * Makes a group that has not started.
   *
   * @throws maestro.tls.BadTlsException when key or certificates cannot be used
   */
  ClusterGroup create(ClusterConfig config);
}
