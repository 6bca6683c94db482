package maestro.sequence.jar;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import maestro.config.file.Problems;

/**
 * Finds the applications in the jars of some folders.
 *
 * <p>Each jar has its own class loader, {@link JarLoader}. So the classes of two jars do not see
 * each other, except for what {@link JarSharing} lets them, and the API is the platform's. A jar or
 * application that cannot be loaded is one problem; the caller decides whether to continue without
 * it.
 *
 * <p>Threads: the one that starts the controller.
 */
public final class ApplicationJars {
  private final Map<String, FoundApplication> byName = new TreeMap<>();
  private final Set<Path> seen = new TreeSet<>();
  private final List<ApplicationJar> found = new ArrayList<>();
  private final Problems problems;

  private ApplicationJars(Problems problems) {
    this.problems = problems;
  }

  /**
   * Loads all jars in some folders.
   *
   * @param folders searched in this order, their jars by name. The first of two applications with
   *     one name is used. A folder that does not exist is a problem
   * @param problems gets one line for each problem
   * @return the applications that were loaded, ordered by name
   */
  public static List<FoundApplication> find(List<Path> folders, Problems problems) {
    ApplicationJars jars = new ApplicationJars(problems);
    folders.forEach(jars::readFolder);
    jars.load();
    return List.copyOf(jars.byName.values());
  }

  /**
   * The folder {@code apps} beside the controller's jar, or beside that jar's folder, as in an
   * unpacked archive. Empty when the controller does not run from a jar or neither folder exists.
   */
  public static Optional<Path> folderBesideController() {
    return besideController("apps");
  }

  /** The same for a folder of another name. */
  public static Optional<Path> besideController(String name) {
    try {
      Path own =
          Path.of(
              ApplicationJars.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return Files.isRegularFile(own) ? folderBeside(own, name) : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  static Optional<Path> folderBeside(Path jar, String name) {
    Path folder = jar.toAbsolutePath().getParent();
    return folder == null
        ? Optional.empty()
        : Stream.of(folder.resolve(name), folder.resolveSibling(name))
            .filter(Files::isDirectory)
            .findFirst();
  }

  private void readFolder(Path folder) {
    if (!Files.isDirectory(folder)) {
      problems.add(folder.toString(), "no such folder of applications");
      return;
    }
    List<Path> jars;
    try (Stream<Path> files = Files.list(folder)) {
      jars =
          files
              .filter(file -> file.getFileName().toString().endsWith(".jar"))
              .sorted(Comparator.comparing(Path::getFileName))
              .toList();
    } catch (IOException e) {
      problems.add(folder.toString(), "cannot be read: " + e.getMessage());
      return;
    }
    for (Path jar : jars) {
      if (seen.add(realPath(jar))) {
        ApplicationJar content = new ApplicationJar(jar, problems);
        content.read();
        found.add(content);
      }
    }
  }

  private void load() {
    JarSharing sharing = new JarSharing(found, problems);
    for (ApplicationJar jar : found) {
      sharing.loaderOf(jar).ifPresent(loader -> jar.load(loader).forEach(this::take));
    }
    Set<JarLoader> needed =
        byName.values().stream().flatMap(FoundApplication::loaders).collect(Collectors.toSet());
    for (ApplicationJar jar : found) {
      sharing.loaderOf(jar).filter(loader -> !needed.contains(loader)).ifPresent(this::close);
    }
  }

  private void close(JarLoader loader) {
    try {
      loader.close();
    } catch (IOException e) {
      problems.add(loader.getName(), "does not close: " + e.getMessage());
    }
  }

  private void take(FoundApplication next) {
    FoundApplication first = byName.putIfAbsent(next.application().name(), next);
    if (first != null) {
      problems.add(
          next.jar().toString(),
          "has the application '%s', which %s has already"
              .formatted(next.application().name(), first.jar()));
    }
  }

  private static Path realPath(Path jar) {
    try {
      return jar.toRealPath();
    } catch (IOException e) {
      return jar.toAbsolutePath();
    }
  }
}
