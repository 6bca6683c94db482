package maestro.sequence.jar;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import maestro.config.file.Problems;

/**
 * Makes the class loaders of all jars, so that a jar sees packages of others, and both have the
 * same types. What the manifests say:
 *
 * <ol>
 *   <li>{@code Maestro-Exports: org.example.routes} lists packages that others may see. One jar
 *       exports a package.
 *   <li>{@code Maestro-Uses: routes.jar} lists jars whose exports this jar sees. The name of a jar
 *       also stands for one with a version, such as {@code routes-1.0.jar}.
 *   <li>Jars do not use each other in a circle, and have no package themselves that they see of
 *       another jar.
 *   <li>A jar for which that does not hold is a problem and is not loaded. Those that use it are
 *       not, either.
 * </ol>
 *
 * <p>Threads: the one that loads the jars.
 */
final class JarSharing {
  /** The version in the name of a jar. */
  private static final Pattern VERSION = Pattern.compile("-\\d.*\\.jar$");

  private static final String SEPARATOR = ", ";

  private final List<ApplicationJar> jars;
  private final Problems problems;

  /** By package. */
  private final Map<String, ApplicationJar> exporters = new TreeMap<>();

  private final Map<ApplicationJar, JarLoader> loaders = new HashMap<>();

  /** The jars that are not loaded. */
  private final Set<ApplicationJar> refused = new HashSet<>();

  /** The jars whose loaders are being made, each of which uses the next one. */
  private final Set<ApplicationJar> making = new LinkedHashSet<>();

  /**
   * Makes the loaders of jars.
   *
   * @param jars all jars, in the order in which they were found
   * @param problems gets one line for each mistake in a manifest
   */
  JarSharing(List<ApplicationJar> jars, Problems problems) {
    this.jars = jars;
    this.problems = problems;
    jars.stream().filter(each -> !each.isReadable()).forEach(refused::add);
    jars.forEach(this::export);
    jars.forEach(this::loaderOf);
  }

  private void export(ApplicationJar jar) { // 1
    for (String each : jar.exports()) {
      ApplicationJar first = exporters.get(each);
      if (JarLoader.isShared(each + ".")) {
        refuse(jar, ApplicationJar.EXPORTS, each + "', which is Maestro's", "packages of its own");
      } else if (!jar.packages().contains(each)) {
        String own = jar.packages().isEmpty() ? "none" : String.join(SEPARATOR, jar.packages());
        refuse(jar, ApplicationJar.EXPORTS, each + "', which it does not have", own);
      } else if (first != null) {
        String found = each + "', which " + first.path() + " exports already";
        refuse(jar, ApplicationJar.EXPORTS, found, "one jar for each package");
      }
    }
    if (!refused.contains(jar)) {
      jar.exports().forEach(each -> exporters.put(each, jar));
    }
  }

  /** The loader of a jar; empty when the jar has a problem. */
  Optional<JarLoader> loaderOf(ApplicationJar jar) {
    if (!loaders.containsKey(jar) && !refused.contains(jar)) {
      making.add(jar);
      Map<String, JarLoader> used = new HashMap<>();
      jar.uses().forEach(name -> use(jar, name, used));
      making.remove(jar);
      if (!refused.contains(jar)) {
        jar.newLoader(used).ifPresentOrElse(l -> loaders.put(jar, l), () -> refused.add(jar));
      }
    }
    return Optional.ofNullable(loaders.get(jar));
  }

  /** Adds the packages of a jar that another one uses. */
  private void use(ApplicationJar jar, String name, Map<String, JarLoader> used) { // 2
    Optional<ApplicationJar> found = called(name);
    if (found.isEmpty()) {
      refuse(jar, ApplicationJar.USES, name + "', which is not there", exporting());
      return;
    }
    ApplicationJar exporter = found.get();
    if (making.contains(exporter)) { // 3
      refuse(jar, ApplicationJar.USES, name + "': " + circle(exporter), "no circle");
      return;
    }
    Optional<JarLoader> loader = loaderOf(exporter);
    if (loader.isEmpty()) { // 4
      refuse(jar, ApplicationJar.USES, name + "', which is not loaded", "jars without problems");
    } else if (exporter.exports().isEmpty()) {
      refuse(jar, ApplicationJar.USES, name + "', which exports nothing", exporting());
    }
    for (String each : exporter.exports()) {
      if (jar.packages().contains(each)) { // 3
        String both = name + "', which exports '" + each + "', and has that package, too";
        refuse(jar, ApplicationJar.USES, both, "the package in one of them");
      }
      loader.ifPresent(of -> used.put(each, of));
    }
  }

  /** The jar with this name, or else the first one with this name and a version. */
  private Optional<ApplicationJar> called(String name) {
    return jars.stream()
        .filter(each -> each.fileName().equals(name))
        .findFirst()
        .or(() -> jars.stream().filter(each -> isVersionOf(each, name)).findFirst());
  }

  private static boolean isVersionOf(ApplicationJar jar, String name) {
    return VERSION.matcher(jar.fileName()).replaceFirst(".jar").equals(name);
  }

  private String exporting() {
    String all =
        jars.stream()
            .filter(each -> !each.exports().isEmpty())
            .map(ApplicationJar::fileName)
            .collect(Collectors.joining(SEPARATOR));
    return all.isEmpty() ? "jars with " + ApplicationJar.EXPORTS + ", of which there is none" : all;
  }

  private String circle(ApplicationJar first) {
    return Stream.concat(making.stream().dropWhile(each -> each != first), Stream.of(first))
        .map(ApplicationJar::fileName)
        .collect(Collectors.joining(" uses "));
  }

  private void refuse(ApplicationJar jar, String attribute, String found, String allowed) {
    refused.add(jar);
    problems.add(jar.path().toString(), attribute + ": found '" + found + "; allowed: " + allowed);
  }
}
