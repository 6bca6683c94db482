package maestro.sequence.jar;

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
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import maestro.api.Application;
import maestro.config.file.Hocon;
import maestro.config.file.Problems;
import maestro.config.file.Section;
import org.jspecify.annotations.Nullable;

/**
 * A jar, of which the content is read before its applications are loaded. What is wrong is one line
 * in the problems.
 *
 * <p>Threads: the one that loads the jars.
 */
final class ApplicationJar {
  /** The attribute of the manifest with the packages that other jars see. */
  static final String EXPORTS = "Maestro-Exports";

  /** The attribute with the jars whose packages this one sees. */
  static final String USES = "Maestro-Uses";

  private static final String SERVICE = "META-INF/services/" + Application.class.getName();

  /** The resource with the defaults of a jar's applications. */
  static final String DEFAULTS = "reference.conf";

  private static final String API_FOLDER = "maestro/api/";
  private static final String CLASS = ".class";
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");
  private static final Pattern COMMA = Pattern.compile("\\s*,\\s*");

  private final Path jar;
  private final Problems problems;
  private final SortedSet<String> packages = new TreeSet<>();
  private List<String> exports = List.of();
  private List<String> uses = List.of();
  private Config defaults = ConfigFactory.empty();
  private boolean hasApplications;
  private boolean isReadable;
  private boolean sound = true;

  ApplicationJar(Path jar, Problems problems) {
    this.jar = jar;
    this.problems = problems;
  }

  Path path() {
    return jar;
  }

  String fileName() {
    return String.valueOf(jar.getFileName());
  }

  /** The packages of its classes. */
  SortedSet<String> packages() {
    return packages;
  }

  /** The packages that other jars may see. */
  List<String> exports() {
    return exports;
  }

  /** The jars whose packages it sees. */
  List<String> uses() {
    return uses;
  }

  /** Whether its classes can be loaded. */
  boolean isReadable() {
    return isReadable;
  }

  /** Reads the content. */
  void read() {
    try (JarFile content = new JarFile(jar.toFile())) {
      List<String> classes =
          content.stream().map(JarEntry::getName).filter(each -> each.endsWith(CLASS)).toList();
      classes.forEach(each -> packages.add(packageOf(each)));
      exports = listed(content.getManifest(), EXPORTS);
      uses = listed(content.getManifest(), USES);
      hasApplications = content.getEntry(SERVICE) != null;
      Optional<String> ofApi = classes.stream().filter(c -> c.startsWith(API_FOLDER)).findFirst();
      if (ofApi.isPresent()) {
        problem(
            "has classes of the platform (%s); allowed: only its own, maestro-api is 'provided'"
                .formatted(ofApi.get()));
      } else if (!hasApplications && exports.isEmpty()) {
        problem("has no application; allowed: jars with " + SERVICE + " or " + EXPORTS);
      } else {
        defaults = defaults(content);
        isReadable = true;
      }
    } catch (IOException e) {
      problem("cannot be read: " + e.getMessage());
    }
  }

  private static String packageOf(String entry) {
    return entry.substring(0, Math.max(0, entry.lastIndexOf('/'))).replace('/', '.');
  }

  /** The parts of an attribute, which commas separate. */
  private static List<String> listed(@Nullable Manifest manifest, String attribute) {
    String text = manifest == null ? null : manifest.getMainAttributes().getValue(attribute);
    return text == null
        ? List.of()
        : COMMA.splitAsStream(text.strip()).filter(each -> !each.isEmpty()).distinct().toList();
  }

  /** Makes its loader; empty when that fails. */
  Optional<JarLoader> newLoader(Map<String, JarLoader> used) {
    try {
      return Optional.of(new JarLoader(jar, used));
    } catch (IOException e) {
      problem("cannot be read: " + e.getMessage());
      return Optional.empty();
    }
  }

  /**
   * Loads its applications.
   *
   * @param loader stays open as long as the controller runs: applications load further classes at
   *     any time
   */
  List<FoundApplication> load(JarLoader loader) {
    if (!hasApplications) {
      return List.of();
    }
    List<FoundApplication> found =
        instances(loader).stream()
            .filter(this::isAcceptable)
            .map(a -> new FoundApplication(a, jar, defaultsOf(a.name(), defaults)))
            .toList();
    if (sound) {
      checkThatAllHaveAnApplication(found);
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

  private void checkThatAllHaveAnApplication(List<FoundApplication> found) {
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
