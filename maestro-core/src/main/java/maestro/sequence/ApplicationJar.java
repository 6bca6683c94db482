package maestro.sequence;

import com.google.common.base.Throwables;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import maestro.api.Application;
import maestro.config.Hocon;
import maestro.config.Problems;
import maestro.config.Section;

/** Loads the applications of one jar, or reports the problem. */
final class ApplicationJar {
  private static final String SERVICE = "META-INF/services/" + Application.class.getName();

  /** The resource with the defaults of a jar's applications. */
  static final String DEFAULTS = "reference.conf";

  private static final String API_FOLDER = "maestro/api/";
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");

  private final Path jar;
  private final Problems problems;
  private boolean sound = true;

  ApplicationJar(Path jar, Problems problems) {
    this.jar = jar;
    this.problems = problems;
  }

  List<FoundApplication> load() {
    try (JarFile content = new JarFile(jar.toFile())) {
      Optional<String> apiClass =
          content.stream()
              .map(JarEntry::getName)
              .filter(name -> name.startsWith(API_FOLDER) && name.endsWith(".class"))
              .findFirst();
      if (apiClass.isPresent()) {
        problem(
            "has classes of the platform (%s); allowed: only its own, maestro-api is 'provided'"
                .formatted(apiClass.get()));
      } else if (content.getEntry(SERVICE) == null) {
        problem("has no application; allowed: jars with " + SERVICE);
      } else {
        return load(defaults(content));
      }
    } catch (IOException e) {
      problem("cannot be read: " + e.getMessage());
    }
    return List.of();
  }

  private List<FoundApplication> load(Config defaults) throws IOException {
    // Stays open as long as the controller runs: applications load further classes at any time.
    JarLoader loader = new JarLoader(jar);
    List<FoundApplication> found =
        instances(loader).stream()
            .filter(this::isAcceptable)
            .map(a -> new FoundApplication(a, jar, defaultsOf(a.name(), defaults)))
            .toList();
    if (sound) {
      checkThatAllHaveAnApplication(defaults, found);
    }
    if (found.isEmpty()) {
      loader.close();
    }
    return found;
  }

  /** The default settings of the jar's applications. */
  private Config defaults(JarFile content) throws IOException {
    JarEntry entry = content.getJarEntry(DEFAULTS);
    if (entry == null) {
      return ConfigFactory.empty();
    }
    String source = jar + "!" + DEFAULTS;
    byte[] bytes = content.getInputStream(entry).readAllBytes();
    String text = new String(bytes, StandardCharsets.UTF_8);
    return Hocon.resolve(source, Hocon.parse(source, text, problems), problems);
  }

  static Config defaultsOf(String name, Config defaults) {
    String path = "applications." + name;
    return defaults.hasPath(path) && defaults.getValue(path) instanceof ConfigObject own
        ? own.toConfig()
        : ConfigFactory.empty();
  }

  private void checkThatAllHaveAnApplication(Config defaults, List<FoundApplication> found) {
    Section root = Section.root(defaults, problems);
    if (root.has("applications")) {
      Section applications = root.section("applications");
      for (FoundApplication one : found) {
        String name = one.application().name();
        if (applications.has(name)) {
          applications.section(name);
        }
      }
      applications.noOtherKeys();
    }
    root.noOtherKeys();
  }

  private List<Application> instances(ClassLoader loader) {
    List<Application> instances = new ArrayList<>();
    Iterator<Application> providers = ServiceLoader.load(Application.class, loader).iterator();
    while (true) {
      try {
        if (!providers.hasNext()) {
          return instances;
        }
        Application application = providers.next();
        // The parent also finds providers on the platform's class path; they are not in this jar.
        if (application.getClass().getClassLoader() == loader) {
          instances.add(application);
        }
      } catch (ServiceConfigurationError e) {
        Throwable cause = Throwables.getRootCause(e);
        problem(e.getMessage() + (cause == e ? "" : ": " + cause));
      } catch (LinkageError e) {
        problem("cannot be loaded: " + e);
      }
    }
  }

  private boolean isAcceptable(Application application) {
    String type = application.getClass().getName();
    try {
      String name = application.name();
      if (name == null || !NAME.matcher(name).matches()) {
        problem(
            "%s: found the name '%s'; allowed: lower case letters, digits and hyphens"
                .formatted(type, name));
      } else if (application.requiredApiLevel() > Application.API_LEVEL) {
        problem(
            "the application '%s' needs API level %d; this Maestro has %d"
                .formatted(name, application.requiredApiLevel(), Application.API_LEVEL));
      } else if (application.version() == null) {
        problem("the application '%s' has no version".formatted(name));
      } else {
        return true;
      }
    } catch (RuntimeException | LinkageError e) {
      problem(type + " threw " + e);
    }
    return false;
  }

  private void problem(String text) {
    sound = false;
    problems.add(jar.toString(), text);
  }
}
