package maestro.sequence.jar;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import maestro.api.Application;

/**
 * An application that was loaded and not started.
 *
 * @param application the application; its name, version and API level are valid
 * @param jar the jar of the application
 * @param defaults its default settings, from {@code applications.NAME} in its {@code
 *     reference.conf}; empty when it has none
 */
public record FoundApplication(Application application, Path jar, Config defaults) {
  private static final Path CLASS_PATH = Path.of("class path");

  /** The applications on the class path of the calling thread, each anew. */
  public static List<FoundApplication> onClassPath() {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    Config defaults = ConfigFactory.parseResources(loader, ApplicationJar.DEFAULTS);
    List<FoundApplication> found = new ArrayList<>();
    for (Application application : ServiceLoader.load(Application.class, loader)) {
      Config own = ApplicationJar.defaultsOf(application.name(), defaults);
      found.add(new FoundApplication(application, CLASS_PATH, own));
    }
    return found;
  }

  /** The loaders of its jar, and of those that it uses; none for the class path. */
  Stream<JarLoader> loaders() {
    return application.getClass().getClassLoader() instanceof JarLoader loader
        ? loader.all()
        : Stream.empty();
  }

  /** Closes its jar, and those that it uses: no more classes are loaded from them. */
  public void close() throws IOException {
    for (JarLoader loader : loaders().toList()) {
      loader.close();
    }
  }
}
