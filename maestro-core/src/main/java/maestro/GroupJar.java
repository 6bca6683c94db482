package maestro;

import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import maestro.cluster.ClusterGroup;
import maestro.cluster.GroupProvider;
import maestro.config.ClusterConfig;
import maestro.tls.BadTlsException;

/**
 * Makes the group of a cluster. The library for it is in a jar of its own, beside the controller's,
 * and not in the class path: a controller that is alone never opens it.
 */
final class GroupJar {
  private static final String NAME = "maestro-cluster.jar";

  private GroupJar() {}

  /**
   * Makes a group that has not started.
   *
   * @throws ClusterStartException when key or certificates cannot be used, or the jar is missing
   */
  static ClusterGroup group(ClusterConfig config) {
    try {
      return provider().create(config);
    } catch (BadTlsException e) {
      throw new ClusterStartException("tls." + e.key(), String.valueOf(e.getMessage()));
    }
  }

  private static GroupProvider provider() {
    return ServiceLoader.load(GroupProvider.class).findFirst().orElseGet(GroupJar::inJar);
  }

  private static GroupProvider inJar() {
    try {
      Path own =
          Path.of(GroupJar.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      Path jar = own.resolveSibling(NAME);
      if (!Files.isRegularFile(jar)) {
        throw new ClusterStartException("members", "found members, and no " + jar);
      }
      // Stays open as long as the controller runs.
      URL[] path = {jar.toUri().toURL()};
      ClassLoader loader = new URLClassLoader(NAME, path, GroupJar.class.getClassLoader());
      return ServiceLoader.load(GroupProvider.class, loader)
          .findFirst()
          .orElseThrow(() -> new ClusterStartException("members", jar + " has no group"));
    } catch (URISyntaxException | MalformedURLException e) {
      throw new IllegalStateException("the jar of the controller has no path", e);
    }
  }
}
