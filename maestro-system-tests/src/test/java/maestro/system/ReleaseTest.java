package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What names the version or the day of the release says the same as the {@code pom.xml}. */
class ReleaseTest {
  private static final Path ROOT = Rigs.PROJECT;
  private static final String NUMBER = "(\\d+\\.\\d+\\.\\d+)";

  /** The version is the first one after our own name, before any dependency. */
  private static final Pattern VERSION =
      Pattern.compile("<artifactId>maestro</artifactId>\\s*<version>" + NUMBER + "</version>");

  private static final Pattern DAY =
      Pattern.compile("<project.build.outputTimestamp>([\\d-]+)T00:00:00Z<");
  private static final Pattern RELEASE = Pattern.compile("(?m)^## \\[" + NUMBER + "] - ([\\d-]+)$");

  /** An archive, a package or an image, such as {@code maestro_0.1.0_all.deb}. */
  private static final Pattern PRODUCT = Pattern.compile("maestro(?:-image)?[-_:]" + NUMBER);

  @Test
  void shouldHaveTheChangesOfThisVersionFirst() throws IOException {
    MatchResult newest = find(RELEASE, "CHANGELOG.md").get(0);

    assertThat(newest.group(1)).as("version").isEqualTo(version());
    assertThat(newest.group(2)).as("day").isEqualTo(find(DAY, "pom.xml").get(0).group(1));
  }

  @Test
  void shouldNameThisVersionWhereUsersInstallIt() throws IOException {
    for (String file : List.of("docs/operating.md", "docs/first-application.md")) {
      assertThat(find(PRODUCT, file))
          .as(file)
          .allSatisfy(product -> assertThat(product.group(1)).isEqualTo(version()));
    }
  }

  @Test
  void shouldHaveTheLicencesOfThisVersionSignedOff() throws IOException {
    Pattern signedOff = Pattern.compile("Signed off for " + NUMBER + " on");

    assertThat(find(signedOff, "docs/licences.md").get(0).group(1)).isEqualTo(version());
  }

  private static String version() throws IOException {
    return find(VERSION, "pom.xml").get(0).group(1);
  }

  private static List<MatchResult> find(Pattern pattern, String file) throws IOException {
    List<MatchResult> found =
        pattern.matcher(Files.readString(ROOT.resolve(file))).results().toList();
    assertThat(found).as(pattern + " in " + file).isNotEmpty();
    return found;
  }
}
