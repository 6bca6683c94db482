package maestro.cluster.jgroups;

import java.net.InetAddress;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import maestro.cluster.ClusterGroup;
import maestro.cluster.GroupProvider;
import maestro.config.ClusterConfig;
import maestro.config.ClusterConfig.Member;
import maestro.tls.MemberTrust;

/** Makes groups of JGroups. */
public final class JGroupsProvider implements GroupProvider {
  @Override
  public ClusterGroup create(ClusterConfig config) {
    Optional<SSLContext> tls =
        config
            .tls()
            .map(
                files ->
                    MemberTrust.context(
                        files.privateKey(),
                        files.certificate(),
                        files.caCertificates(),
                        (name, from) -> isMember(config, name, from)));
    return new JGroupsGroup(config, tls);
  }

  private static boolean isMember(ClusterConfig config, String name, InetAddress from) {
    return config.members().stream()
        .filter(member -> member.name().equals(name))
        .map(JGroupsProvider::addressOf)
        .anyMatch(from::equals);
  }

  private static InetAddress addressOf(Member member) {
    return member.address().toSocketAddress().getAddress(); // null for a name that is unknown
  }
}
