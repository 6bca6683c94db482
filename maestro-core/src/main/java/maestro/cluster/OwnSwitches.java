package maestro.cluster;

import maestro.net.session.Role;

/** The switches that are connected to this member, as the rules see them. */
public interface OwnSwitches {
  /**
   * Asks a switch for a role. Does not wait. The answer comes as {@link ClusterNode#confirmed} or
   * {@link ClusterNode#lost}; none comes when the switch is gone.
   *
   * @param above a claim must have a generation above this one: the switch may have forgotten it
   */
  void want(long datapathId, Role role, long above);
}
