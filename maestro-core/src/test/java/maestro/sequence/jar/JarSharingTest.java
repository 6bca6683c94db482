package maestro.sequence.jar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import maestro.api.Application;
import maestro.config.file.Problems;
import maestro.sequence.JarBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarSharingTest {
  private static final String ROUTES =
      "package org.example.routes; public class Routes { public static Object hidden() { return"
          + " new org.example.own.Hidden(); } }";
  private static final String HIDDEN = "package org.example.own; public class Hidden {}";

  @TempDir Path folder;

  private final Problems problems = new Problems();

  /** A jar that exports a package, with a class that is not exported. */
  private JarBuilder exporter() throws IOException {
    return exporter("org.example.routes");
  }

  private JarBuilder exporter(String exported) throws IOException {
    Path own = new JarBuilder().compiled("org.example.own.Hidden", HIDDEN).write(file("own"));
    return new JarBuilder()
        .compiled("org.example.own.Hidden", HIDDEN)
        .seeing(own)
        .compiled("org.example.routes.Routes", ROUTES)
        .manifest("Maestro-Exports", exported);
  }

  /** An application whose {@code entriesStay} loads a class. */
  private static JarBuilder user(String name, String className) throws IOException {
    String body =
        """
        public boolean entriesStay() {
          try {
            return Class.forName("%s").getClassLoader() == getClass().getClassLoader();
          } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e.getMessage());
          }
        }
        """;
    return new JarBuilder().application("A", name, body.formatted(className));
  }

  private Path file(String name) {
    return folder.resolve(name);
  }

  @Test
  void shouldShowAJarWhatAnotherOneExportsAndNothingElse() throws IOException {
    exporter().write(file("routes-1.0.jar"));
    String hidden = "org.example.own.Hidden";
    user("sees", "org.example.routes.Routes")
        .manifest("Maestro-Uses", "routes-1.0.jar")
        .write(file("1.jar"));
    user("peeps", hidden).manifest("Maestro-Uses", "routes.jar").write(file("2.jar"));
    user("alone", "org.example.routes.Routes").write(file("3.jar"));

    Map<String, Application> found = find();

    assertThat(problems.lines()).isEmpty();
    assertThat(found.get("sees").entriesStay()).as("its own class").isFalse();
    assertThatThrownBy(found.get("peeps")::entriesStay)
        .hasMessage(
            "org.example.own.Hidden: neither in 2.jar, nor in Maestro, nor exported by a jar that"
                + " 2.jar uses");
    assertThatThrownBy(found.get("alone")::entriesStay).hasMessageContaining("nor exported by");
  }

  @Test
  void shouldGiveTwoJarsTheSameClassWhenBothUseAThird() throws Exception {
    exporter().write(file("routes-1.0.jar"));
    for (String each : List.of("a", "b")) {
      user(each, "X").manifest("Maestro-Uses", "routes.jar").write(file(each + ".jar"));
    }

    Map<String, Application> found = find();

    Class<?> one = classOf(found.get("a"));
    assertThat(one).isSameAs(classOf(found.get("b")));
    assertThat(one.getClassLoader()).hasToString("routes-1.0.jar");
    assertThat(one.getMethod("hidden").invoke(null))
        .as("what is exported sees all of its own jar")
        .extracting(each -> each.getClass().getClassLoader())
        .isSameAs(one.getClassLoader());
  }

  private static Class<?> classOf(Application application) throws ClassNotFoundException {
    ClassLoader loader = application.getClass().getClassLoader();
    return loader.loadClass("org.example.routes.Routes");
  }

  @Test
  void shouldCloseAJarWithoutApplicationsWithTheLastOneThatUsesIt() throws Exception {
    exporter().write(file("routes.jar"));
    user("a", "X").manifest("Maestro-Uses", "routes.jar").write(file("a.jar"));
    List<FoundApplication> found = ApplicationJars.find(List.of(folder), problems);

    found.get(0).close();

    assertThatThrownBy(() -> classOf(found.get(0).application()))
        .isInstanceOf(ClassNotFoundException.class);
  }

  @Test
  void shouldSayWhatIsThereWhenAJarUsesAnother() throws IOException {
    exporter().write(file("routes.jar"));
    user("a", "X").manifest("Maestro-Uses", "route.jar").write(file("1.jar"));
    user("b", "X").manifest("Maestro-Uses", "1.jar").write(file("2.jar"));
    user("c", "X").write(file("3.jar"));
    user("d", "X").manifest("Maestro-Uses", "3.jar").write(file("4.jar"));
    user("e", "X")
        .manifest("Maestro-Uses", "routes.jar")
        .compiled("org.example.routes.Own", "package org.example.routes; public class Own {}")
        .write(file("5.jar"));

    assertThat(find()).containsOnlyKeys("c");
    assertProblems(
        "1.jar: Maestro-Uses: found 'route.jar', which is not there; allowed: routes.jar",
        "2.jar: Maestro-Uses: found '1.jar', which is not loaded; allowed: jars without problems",
        "4.jar: Maestro-Uses: found '3.jar', which exports nothing; allowed: routes.jar",
        "5.jar: Maestro-Uses: found 'routes.jar', which exports 'org.example.routes', and has that"
            + " package, too; allowed: the package in one of them");
  }

  @Test
  void shouldRefuseACircle() throws IOException {
    for (int i = 1; i <= 3; i++) {
      String own = "p" + i + ".Own";
      user("a" + i, "X")
          .compiled(own, "package p%d; public class Own {}".formatted(i))
          .manifest("Maestro-Exports", "p" + i)
          .manifest("Maestro-Uses", (i % 3 + 1) + ".jar")
          .write(file(i + ".jar"));
    }

    assertThat(find()).isEmpty();
    assertProblems(
        "1.jar: Maestro-Uses: found '2.jar', which is not loaded; allowed: jars without problems",
        "2.jar: Maestro-Uses: found '3.jar', which is not loaded; allowed: jars without problems",
        "3.jar: Maestro-Uses: found '1.jar': 1.jar uses 2.jar uses 3.jar uses 1.jar; allowed: no"
            + " circle");
  }

  @Test
  void shouldRefuseWhatAJarCannotExport() throws IOException {
    exporter().write(file("1.jar"));
    exporter().write(file("2.jar"));
    exporter("org.example.route").write(file("3.jar"));
    exporter("maestro.api, org.example.own").write(file("4.jar"));

    assertThat(find()).isEmpty();
    assertProblems(
        "2.jar: Maestro-Exports: found 'org.example.routes', which %s/1.jar exports already;"
                .formatted(folder)
            + " allowed: one jar for each package",
        "3.jar: Maestro-Exports: found 'org.example.route', which it does not have; allowed:"
            + " org.example.own, org.example.routes",
        "4.jar: Maestro-Exports: found 'maestro.api', which is Maestro's; allowed: packages of its"
            + " own");
  }

  private Map<String, Application> find() {
    return ApplicationJars.find(List.of(folder), problems).stream()
        .collect(
            Collectors.toMap(each -> each.application().name(), FoundApplication::application));
  }

  private void assertProblems(String... lines) {
    assertThat(problems.lines())
        .containsExactly(Stream.of(lines).map(line -> folder + "/" + line).toArray(String[]::new));
  }
}
