package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The container image: unpacked, looked at, and run as a container would. */
@Tag("package")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class ContainerImageIT {
  private static final Path MADE = Rigs.PROJECT.resolve("maestro-dist/image/target");
  private static final String SCRIPT =
      Rigs.PROJECT.resolve("maestro-system-tests/rig/container-image.sh").toString();

  @TempDir static Path folder;
  private static Path root;
  private static JsonNode config;

  @BeforeAll
  static void unpack() throws Exception {
    Path image = image();
    Path parts = Files.createDirectory(folder.resolve("parts"));
    Commands.succeed("tar", "-xf", image.toString(), "-C", parts.toString());
    ObjectMapper json = new ObjectMapper();
    JsonNode manifest = json.readTree(parts.resolve("manifest.json").toFile()).get(0);
    config = json.readTree(parts.resolve(manifest.get("Config").asText()).toFile()).get("config");
    root = Files.createDirectory(folder.resolve("root"));
    for (JsonNode layer : manifest.get("Layers")) {
      Commands.succeed(
          "tar", "-xpzf", parts.resolve(layer.asText()).toString(), "-C", root.toString());
    }
    Commands.succeed("chmod", "755", folder.toString(), root.toString());
  }

  private static Path image() throws IOException {
    assumeTrue(Files.isDirectory(MADE), "skipped: the image is built with -Pimage only");
    try (Stream<Path> files = Files.list(MADE)) {
      List<Path> images = files.filter(file -> file.toString().endsWith(".tar")).toList();
      return images.stream()
          .filter(file -> file.getFileName().toString().startsWith("maestro-image-"))
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void shouldRunAsAUserWithoutRights() {
    assertThat(config.get("User").asText()).isEqualTo("10001:10001");
    assertThat(config.get("ExposedPorts").has("6653/tcp")).isTrue();
  }

  @Test
  void shouldHaveAPlaceForTemporaryFiles() throws IOException {
    assertThat(root.resolve("tmp")).isEmptyDirectory();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(root.resolve("tmp"))))
        .isEqualTo("rwxrwxrwx");
  }

  @Test
  void shouldHaveTheLicencesOfAllThatItContains() throws IOException {
    assertThat(root.resolve("opt/maestro/LICENSE")).isNotEmptyFile();
    assertThat(root.resolve("opt/maestro/docs/licences.md")).isNotEmptyFile();
    assertThat(root.resolve("opt/java/legal/java.base/LICENSE")).isNotEmptyFile();
    assertThat(Files.readAllLines(root.resolve("usr/share/doc/system-libraries")))
        .hasSize(4)
        .allSatisfy(line -> assertThat(root.resolve(copyright(line))).isNotEmptyFile());
  }

  @Test
  void shouldNameItsJavaAndTheSystemsLibrariesInTheBillOfMaterials() throws IOException {
    Path bill = root.resolve("opt/maestro/sbom.cdx.json");
    assumeTrue(Files.exists(bill), "skipped: a build with -o makes no bill of materials");
    List<String> components = new ArrayList<>();
    for (JsonNode component : new ObjectMapper().readTree(bill.toFile()).get("components")) {
      components.add(component.get("purl").asText());
    }
    assertThat(components)
        .anyMatch(purl -> purl.startsWith("pkg:generic/openjdk@"))
        .anyMatch(purl -> purl.startsWith("pkg:deb/debian/libc6@"))
        .anyMatch(purl -> purl.startsWith("pkg:maven/io.netty/netty-buffer@"));
  }

  @Test
  void shouldServeWithoutRightsAndFilesOfItsOwn() throws Exception {
    Rigs.needRoot();
    Rigs.need("unshare", "ip");

    String said =
        Commands.succeed(
            SCRIPT,
            root.toString(),
            config.get("User").asText().replaceFirst(":.*", ""),
            config.get("WorkingDir").asText(),
            words("entrypoint", config.get("Entrypoint"), 0),
            words("arguments", config.get("Cmd"), 0),
            words("health", config.get("Healthcheck").get("Test"), 1));

    said.lines().filter(l -> l.startsWith("start ") || l.startsWith("res")).forEach(this::tell);
    assertThat(said)
        .contains(
            "health check: says when there is no controller",
            "health check: healthy",
            "recorded classes: used",
            "user: 10001:10001, capabilities .",
            "the JVM may use 1",
            "bench: repeats a figure");
  }

  private static String copyright(String library) {
    return "usr/share/doc/" + library.replaceFirst("[: ].*", "") + ".copyright";
  }

  private void tell(String line) {
    System.out.println("container image: " + line);
  }

  /** Writes a list of words to a file, a word a line. */
  private static String words(String name, JsonNode list, int from) throws IOException {
    List<String> words =
        StreamSupport.stream(list.spliterator(), false).skip(from).map(JsonNode::asText).toList();
    return Files.write(folder.resolve(name), words).toString();
  }
}
