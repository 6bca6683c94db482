package maestro.sequence.jar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import maestro.api.Application;
import maestro.config.file.Problems;
import maestro.sequence.JarBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApplicationJarsTest {
  @TempDir Path folder;

  private final Problems problems = new Problems();

  @Test
  void shouldFindApplicationsInOrderOfTheirNamesWhenJarsAreGood() throws IOException {
    Path two =
        new JarBuilder()
            .application("Zebra", "zebra")
            .application("Bear", "bear")
            .text("reference.conf", "applications { bear { paws = 4, sleep = 90 d }, zebra {} }")
            .write(folder.resolve("a.jar"));
    Path one = new JarBuilder().application("Lion", "lion").write(folder.resolve("b.jar"));
    Files.writeString(folder.resolve("notes.txt"), "not a jar");

    List<FoundApplication> found = find();

    assertThat(problems.lines()).isEmpty();
    assertThat(found)
        .extracting(f -> f.application().name())
        .containsExactly("bear", "lion", "zebra");
    assertThat(found).extracting(FoundApplication::jar).containsExactly(two, one, two);
    assertThat(found.get(0).defaults().getInt("paws")).isEqualTo(4);
    assertThat(found.get(1).defaults().isEmpty()).isTrue();
  }

  @Test
  void shouldGiveEachJarClassesOfItsOwnWhenTheyHaveTheSameNames() throws IOException {
    new JarBuilder().application("App", "one").write(folder.resolve("1.jar"));
    new JarBuilder().application("App", "two").write(folder.resolve("2.jar"));

    List<FoundApplication> found = find();

    assertThat(found).extracting(f -> f.application().name()).containsExactly("one", "two");
    Application one = found.get(0).application();
    Application two = found.get(1).application();
    assertThat(one.getClass()).isNotEqualTo(two.getClass());
    assertThat(one.getClass().getClassLoader().getParent())
        .isEqualTo(Application.class.getClassLoader());
  }

  @Test
  void shouldRefuseAJarWhenItBringsThePlatformAlong() throws IOException {
    new JarBuilder()
        .application("App", "app")
        .compiled("maestro.api.Application", "package maestro.api; public interface Application {}")
        .write(folder.resolve("fat.jar"));

    assertThat(find()).isEmpty();
    assertProblem(
        "fat.jar: has classes of the platform (maestro/api/Application.class); allowed: only its"
            + " own, maestro-api is 'provided'");
  }

  @Test
  void shouldTakeTheFirstWhenTwoApplicationsHaveOneName() throws IOException {
    Path first = new JarBuilder().application("A", "app").write(folder.resolve("1.jar"));
    new JarBuilder().application("B", "app").write(folder.resolve("2.jar"));

    assertThat(find()).singleElement().extracting(FoundApplication::jar).isEqualTo(first);
    assertProblem("2.jar: has the application 'app', which " + first + " has already");
  }

  @Test
  void shouldLoadAJarOnceWhenItsFolderIsNamedTwice() throws IOException {
    new JarBuilder().application("A", "app").write(folder.resolve("1.jar"));

    assertThat(ApplicationJars.find(List.of(folder, folder.resolve(".")), problems)).hasSize(1);
    assertThat(problems.lines()).isEmpty();
  }

  @Test
  void shouldRefuseAnApplicationWhenItNeedsANewerPlatform() throws IOException {
    new JarBuilder()
        .application("A", "app", "public int requiredApiLevel() { return 99; }")
        .write(folder.resolve("1.jar"));

    assertThat(find()).isEmpty();
    assertProblem(
        "1.jar: the application 'app' needs API level 99; this Maestro has "
            + Application.API_LEVEL);
  }

  @Test
  void shouldKeepTheOthersWhenOneConstructorThrows() throws IOException {
    new JarBuilder()
        .application("A", "bad", "public A() { throw new IllegalStateException(\"no\\nluck\"); }")
        .application("B", "good")
        .write(folder.resolve("1.jar"));

    assertThat(find()).extracting(f -> f.application().name()).containsExactly("good");
    assertProblem(
        "1.jar: maestro.api.Application: Provider A could not be instantiated:"
            + " java.lang.IllegalStateException: no luck");
  }

  @Test
  void shouldUseTheClassesOfTheJarBeforeThoseOfThePlatform() throws IOException {
    String strings = "com.google.common.base.Strings"; // of Guava, which the platform has, too
    new JarBuilder()
        .compiled(strings, "package com.google.common.base; public class Strings {}")
        .application("A", "own", "public Object own() { return own; } " + newOf("own", strings))
        .application("B", "shared")
        .write(folder.resolve("fire.jar"));

    Application own = find().get(0).application();

    ClassLoader loader = own.getClass().getClassLoader();
    assertThat(loader.getName()).isEqualTo("fire.jar");
    assertThat(own)
        .extracting("own")
        .extracting(each -> each.getClass().getClassLoader())
        .isSameAs(loader);
    assertThat(Application.class.isInstance(own)).isTrue();
  }

  private static String newOf(String field, String type) {
    return """
    private final Object %s;
    {
      try {
        %s = Class.forName("%s").getConstructor().newInstance();
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
    """
        .formatted(field, field, type);
  }

  /** Had the call not been refused, no test would run any more. */
  @Test
  void shouldRefuseToEndTheControllerWhenAnApplicationCallsExit() throws IOException {
    String body =
        """
        private static final long BIG = 1L << 40;
        private static final double HALF = 0.5;
        public boolean entriesStay() { System.exit(7); return HALF * BIG > 0; }
        public boolean failsClosed() {
          java.util.function.IntConsumer ends = System::exit;
          ends.accept(8);
          return true;
        }
        """;
    new JarBuilder().application("A", "ends", body).write(folder.resolve("1.jar"));

    Application ends = find().get(0).application();

    assertThatThrownBy(ends::entriesStay)
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("System.exit(7) would end the controller for all switches: refused");
    assertThatThrownBy(ends::failsClosed).hasMessageContaining("System.exit(8)");
  }

  @Test
  void shouldSayWhyWhenAClassCannotBeLoaded() throws IOException {
    new JarBuilder().provider("Gone").write(folder.resolve("1.jar"));
    new JarBuilder()
        .compiled("Other", "public class Other {}")
        .provider("Other")
        .write(folder.resolve("2.jar"));
    new JarBuilder().application("A", "new").patch("A.class", 7, 99).write(folder.resolve("3.jar"));
    new JarBuilder()
        .application("B", "static", "static final int X = Integer.parseInt(\"x\");")
        .write(folder.resolve("4.jar"));

    assertThat(find()).isEmpty();
    assertThat(problems.lines())
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .endsWith("1.jar: maestro.api.Application: Provider Gone not found"),
            line -> assertThat(line).contains("2.jar: ", "Other not a subtype"),
            line -> assertThat(line).contains("3.jar: cannot be loaded: ", "class file version 99"),
            line -> assertThat(line).contains("4.jar: ", "For input string: \"x\""));
  }

  @Test
  void shouldSayWhatIsWrongWhenAJarIsNone() throws IOException {
    Files.writeString(folder.resolve("1.jar"), "text");
    new JarBuilder().text("readme.txt", "hello").write(folder.resolve("2.jar"));
    Files.createDirectory(folder.resolve("3.jar"));

    assertThat(find()).isEmpty();
    assertThat(problems.lines())
        .satisfiesExactly(
            line -> assertThat(line).contains("1.jar: cannot be read: "),
            line ->
                assertThat(line)
                    .endsWith(
                        "2.jar: has no application; allowed: jars with"
                            + " META-INF/services/maestro.api.Application or Maestro-Exports"),
            line -> assertThat(line).contains("3.jar: cannot be read: "));
  }

  @Test
  void shouldRefuseAnApplicationWhenItsNameCannotBeWritten() throws IOException {
    new JarBuilder().application("A", "My App").write(folder.resolve("1.jar"));
    new JarBuilder().application("A", null).write(folder.resolve("2.jar"));
    new JarBuilder()
        .application("A", "a", "public int requiredApiLevel() { throw new ClassCastException(); }")
        .write(folder.resolve("3.jar"));

    assertThat(find()).isEmpty();
    assertThat(problems.lines())
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .endsWith(
                        "A: found the name 'My App'; allowed: lower case letters, digits and"
                            + " hyphens"),
            line -> assertThat(line).contains("A: found the name 'null'"),
            line -> assertThat(line).endsWith("A threw java.lang.ClassCastException"));
  }

  @Test
  void shouldNameTheLineWhenTheDefaultsAreWrong() throws IOException {
    new JarBuilder()
        .application("A", "a")
        .text("reference.conf", "\naplications.a { x = 1 }\napplications { b { y = 1 } }")
        .write(folder.resolve("1.jar"));
    new JarBuilder()
        .application("B", "b")
        .text("reference.conf", "applications.b { x = ")
        .write(folder.resolve("2.jar"));

    assertThat(find()).hasSize(2);
    assertThat(problems.lines())
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .endsWith(
                        "1.jar!reference.conf:2: aplications: unknown key; allowed: applications;"
                            + " did you mean 'applications'?"),
            line ->
                assertThat(line)
                    .contains("1.jar!reference.conf:3: applications.b: unknown key; allowed: a"),
            line -> assertThat(line).contains("2.jar!reference.conf:1: "));
  }

  @Test
  void shouldSayItWhenAFolderIsMissing() {
    Path gone = folder.resolve("gone");

    assertThat(ApplicationJars.find(List.of(gone), problems)).isEmpty();
    assertThat(problems.lines()).containsExactly(gone + ": no such folder of applications");
  }

  @Test
  void shouldFindApplicationsBesideTheJarOrBesideItsFolder() throws IOException {
    Path jar = folder.resolve("lib/maestro.jar");
    Files.createDirectories(jar.getParent());
    assertThat(ApplicationJars.folderBeside(jar, "apps")).isEmpty();

    Path ofTheArchive = Files.createDirectory(folder.resolve("apps"));
    assertThat(ApplicationJars.folderBeside(jar, "apps")).contains(ofTheArchive);

    Path ofTheCheckout = Files.createDirectory(folder.resolve("lib/apps"));
    assertThat(ApplicationJars.folderBeside(jar, "apps")).contains(ofTheCheckout);
  }

  private List<FoundApplication> find() {
    return ApplicationJars.find(List.of(folder), problems);
  }

  private void assertProblem(String line) {
    assertThat(problems.lines()).containsExactly(folder + "/" + line);
  }
}
