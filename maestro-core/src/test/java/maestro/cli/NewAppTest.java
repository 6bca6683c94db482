package maestro.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The project that new-app writes. What is in it is compiled and run by the tests of the kit. */
class NewAppTest {
  private static final Path ROOT = Path.of(System.getProperty("maestro.root", ".."));

  /** A plugin or library of others, with its version. */
  private static final Pattern VERSION =
      Pattern.compile(
          "<artifactId>([a-z-]+)</artifactId>\\s*<version>([0-9][^<]*)</version>\\s*(?:<|$)");

  @TempDir Path folder;

  private final StringWriter err = new StringWriter();

  private int maestro(String... arguments) {
    CommandLine command = Main.commandLine();
    command.setErr(new PrintWriter(err, true));
    return command.execute(arguments);
  }

  @Test
  void shouldFillInEveryPlace() throws IOException {
    Path project = folder.resolve("tap-2");
    Path repository = folder.resolve("the archive/repository");
    var template = new ProjectTemplate("tap-2", "org.example", "1.2.3", repository, "bin/maestro");
    List<Path> written = template.write(project);
    assertThat(written.stream().map(each -> project.relativize(each).toString()))
        .containsExactly(
            ".mvn/maven.config",
            "README.md",
            "build.gradle",
            "pom.xml",
            "settings.gradle",
            "src/main/java/org/example/Tap2.java",
            "src/main/resources/META-INF/services/maestro.api.Application",
            "src/main/resources/reference.conf",
            "src/test/java/org/example/Tap2NetworkTest.java",
            "src/test/java/org/example/Tap2Test.java",
            "tap-2.conf");
    for (Path each : written) {
      assertThat(each).content().doesNotContain("{{");
    }
    String url = "file://" + folder.toUri().getPath() + "the%20archive/repository";
    assertThat(project.resolve("pom.xml"))
        .content()
        .contains(url, "<maestro.version>1.2.3</maestro.version>", "<artifactId>tap-2<");
    assertThat(project.resolve("build.gradle")).content().contains(url, "'1.2.3'");
    assertThat(project.resolve("README.md")).content().contains("`bin/maestro run --config tap-2");
  }

  @Test
  void shouldBuildWithTheVersionsThatWeBuildWith() throws IOException {
    Path project = folder.resolve("tap");
    new ProjectTemplate("tap", "org.example", "1.2.3", folder, "maestro").write(project);
    String ours = Files.readString(ROOT.resolve("pom.xml"));
    Matcher named = VERSION.matcher(Files.readString(project.resolve("pom.xml")));
    int plugins = 0;
    while (named.find()) {
      String version =
          named.group(1).equals("junit-jupiter")
              ? "<junit.version>%s</junit.version>".formatted(named.group(2))
              : "<artifactId>%s</artifactId>\n          <version>%s</version>"
                  .formatted(named.group(1), named.group(2));
      if (!named.group(1).equals("tap")) {
        assertThat(ours).contains(version);
        plugins++;
      }
    }
    assertThat(plugins).isEqualTo(5);
    assertThat(project.resolve("build.gradle"))
        .content()
        .contains("junit-jupiter:" + of("junit.version", ours));
  }

  private static String of(String property, String pom) {
    Matcher matcher = Pattern.compile("<" + property + ">(.*?)</").matcher(pom);
    assertThat(matcher.find()).isTrue();
    return matcher.group(1);
  }

  @Test
  void shouldRefuseWhatCannotBeAnApplicationOrIsThere() throws IOException {
    Path used = Files.createDirectory(folder.resolve("used"));
    Path file = Files.writeString(used.resolve("my.conf"), "");
    assertThat(maestro("new-app", folder.resolve("Tap").toString(), "--package", "a")).isEqualTo(2);
    assertThat(maestro("new-app", folder.resolve("tap").toString(), "--package", "a-b"))
        .isEqualTo(2);
    assertThat(maestro("new-app", used.toString(), "--package", "a")).isEqualTo(2);
    assertThat(maestro("new-app", file.toString(), "--package", "a")).isEqualTo(2);
    assertThat(maestro("new-app", folder.resolve("tap").toString())).isEqualTo(2);
    assertThat(err.toString().lines())
        .satisfiesExactly(
            line -> assertThat(line).contains("DIR: found 'Tap'; allowed: a name of lower case"),
            line -> assertThat(line).contains("--package: found 'a-b'; allowed: a package"),
            line -> assertThat(line).contains("used' with files; allowed: a new folder"),
            line -> assertThat(line).contains("DIR: found 'my.conf'; allowed: a name"),
            line -> assertThat(line).contains("found no --package NAME"));
    assertThat(folder).isDirectoryNotContaining("glob:**tap");
  }
}
