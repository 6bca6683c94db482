package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The jars have only what is used, and all of it: a class that something refers to, and that was
 * left out of a jar, would be missed at run time only.
 */
@Tag("package")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ShippedJarsIT {
  private static final long CONTROLLER_BYTES = 25L << 20;
  private static final String REFERS_TO = " refers to ";

  /** Projects of which classes are left out. */
  private static final List<String> REDUCED =
      List.of(
          "com.google.common.",
          "com.sun.jna.",
          "org.apache.commons.math3.",
          "org.bouncycastle.",
          "org.jctools.",
          "org.projectfloodlight.",
          "scala.");

  /**
   * Packages that are left out though classes refer to them: openflowj's factories name every
   * version, Bouncy Castle's provider and its builder of signers every kind of key.
   */
  private static final List<String> LEFT_OUT =
      List.of(
          "org.bouncycastle.pqc.",
          "org.projectfloodlight.openflow.protocol.ver11.",
          "org.projectfloodlight.openflow.protocol.ver12.",
          "org.projectfloodlight.openflow.protocol.ver14.",
          "org.projectfloodlight.openflow.protocol.ver15.");

  @TempDir static Path unpacked;
  private static UnpackedArchive archive;

  @BeforeAll
  static void unpack() throws Exception {
    archive = UnpackedArchive.into(unpacked);
  }

  @Test
  void shouldBeSmallerThanTheBound() throws IOException {
    assertThat(Files.size(archive.path("lib/maestro.jar"))).isLessThan(CONTROLLER_BYTES);
  }

  @Test
  void shouldHaveTheLicenceInEveryJar() throws IOException {
    for (Path jar : jars()) {
      try (JarFile open = new JarFile(jar.toFile())) {
        assertThat(open.getEntry("META-INF/LICENSE")).as(jar.toString()).isNotNull();
        assertThat(open.getEntry("META-INF/NOTICE")).as(jar.toString()).isNotNull();
      }
    }
  }

  @Test
  void shouldHaveEveryClassThatAnotherRefersTo() throws IOException {
    assertThat(jars().stream().flatMap(jar -> missing(jar).stream()).filter(m -> !isLeftOut(m)))
        .as("classes that were left out, and that others refer to")
        .isEmpty();
  }

  @Test
  void shouldHaveNothingOfTheVersionsThatAreNotSpoken() {
    assertThat(missing(archive.path("lib/maestro.jar")))
        .anyMatch(line -> line.endsWith("protocol.ver14.OFFactoryVer14"))
        .allMatch(ShippedJarsIT::isLeftOut);
  }

  private static List<Path> jars() throws IOException {
    try (Stream<Path> libraries = Files.list(archive.path("lib"))) {
      return Stream.concat(
              libraries.filter(f -> f.toString().endsWith(".jar")),
              Stream.of(archive.path("apps/maestro-apps.jar")))
          .sorted()
          .toList();
    }
  }

  /** What classes of a jar refer to, and neither it, nor a jar that it names, nor the JDK has. */
  private static List<String> missing(Path jar) {
    StringWriter out = new StringWriter();
    String path =
        Stream.of("maestro", "maestro-emulator", "maestro-network", "maestro-simulator")
            .map(name -> archive.path("lib/" + name + ".jar").toString())
            .collect(Collectors.joining(":"));
    int code =
        ToolProvider.findFirst("jdeps")
            .orElseThrow()
            .run(
                new PrintWriter(out),
                new PrintWriter(out),
                "--multi-release=17",
                "--missing-deps",
                "-cp",
                path + ":" + archive.path("apps/maestro-apps.jar"),
                jar.toString());
    assertThat(code).as(out.toString()).isZero();
    return out.toString()
        .lines()
        .filter(line -> line.endsWith("not found"))
        .map(line -> line.strip().split(" +"))
        .filter(parts -> REDUCED.stream().anyMatch(parts[2]::startsWith))
        .map(parts -> parts[0] + REFERS_TO + parts[2])
        .toList();
  }

  private static boolean isLeftOut(String line) {
    return LEFT_OUT.stream().anyMatch(start -> line.contains(REFERS_TO + start));
  }
}
