package maestro.cluster;

import maestro.config.ClusterConfig;
import maestro.config.ClusterConfig.Member;

/** For tests of one controller: all configured members are in one view, and the others are mute. */
public final class AllPresentProvider implements GroupProvider {
  @Override
  public ClusterGroup create(ClusterConfig config) {
    return new ClusterGroup() {
      @Override
      public void start(Listener listener) {
        listener.view(7, config.members().stream().map(Member::name).toList());
      }

      @Override
      public boolean send(String member, byte[] message) {
        return true;
      }

      @Override
      public void rejoin() {}

      @Override
      public void close() {}
    };
  }
}
