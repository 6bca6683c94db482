package maestro.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A small project of an application, for Maven and Gradle, with tests. Immutable.
 *
 * @param name of the application: lower case letters, digits and hyphens
 * @param javaPackage such as {@code org.example.fw}
 * @param version of Maestro
 * @param repository a folder in the layout of Maven, with the jars of that version
 * @param launcher the command that starts Maestro
 */
public record ProjectTemplate(
    String name, String javaPackage, String version, Path repository, String launcher) {
  /** What a project and its application can be called. */
  static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(?:-[a-z0-9]+)*");

  /** What a package can be called; the compiler refuses words of the language. */
  static final Pattern PACKAGE = Pattern.compile("[a-z_][a-z0-9_]*(?:\\.[a-z_][a-z0-9_]*)*");

  private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z]+)}}");

  /** The name of the application's class: {@code MyFirewall} for {@code my-firewall}. */
  String className() {
    return Stream.of(name.split("-", -1))
        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
        .collect(Collectors.joining());
  }

  /** Each file of the project, with its template. */
  private Map<String, String> files() {
    String sources = javaPackage.replace('.', '/') + "/" + className();
    return Map.ofEntries(
        Map.entry("README.md", "README.md"),
        Map.entry("pom.xml", "pom.xml"),
        Map.entry(".mvn/maven.config", "maven.config"),
        Map.entry("build.gradle", "build.gradle"),
        Map.entry("settings.gradle", "settings.gradle"),
        Map.entry(name + ".conf", "run.conf"),
        Map.entry("src/main/java/" + sources + ".java", "Application.java"),
        Map.entry("src/main/resources/META-INF/services/maestro.api.Application", "service"),
        Map.entry("src/main/resources/reference.conf", "reference.conf"),
        Map.entry("src/test/java/" + sources + "Test.java", "UnitTest.java"),
        Map.entry("src/test/java/" + sources + "NetworkTest.java", "NetworkTest.java"));
  }

  /**
   * Writes the project.
   *
   * @param folder is made; replaces no file
   * @return the files, in their order by name
   */
  public List<Path> write(Path folder) throws IOException {
    List<Path> written = new ArrayList<>();
    for (Map.Entry<String, String> each : files().entrySet()) {
      Path file = folder.resolve(each.getKey());
      Files.createDirectories(Objects.requireNonNull(file.getParent(), "it is in the folder"));
      Files.writeString(Files.createFile(file), filled(template(each.getValue())));
      written.add(file);
    }
    return written.stream().sorted().toList();
  }

  private static String template(String name) {
    String resource = "project/" + name + ".template";
    try (InputStream in = ProjectTemplate.class.getResourceAsStream(resource)) {
      byte[] bytes = Objects.requireNonNull(in, resource).readAllBytes();
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String filled(String template) {
    return PLACE.matcher(template).replaceAll(m -> Matcher.quoteReplacement(value(m.group(1))));
  }

  private String value(String place) {
    return switch (place) {
      case "name" -> name;
      case "class" -> className();
      case "package" -> javaPackage;
      case "version" -> version;
      case "repository" -> repository.toAbsolutePath().normalize().toUri().toString();
      case "maestro" -> launcher;
      default -> throw new IllegalArgumentException(place);
    };
  }
}
