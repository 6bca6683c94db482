package maestro.emulator.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstallationTest {
  @TempDir Path folder;

  @Test
  void shouldStartTheLauncherOfTheCheckoutWhenThereIsOne() throws IOException {
    create("maestro-core/target/maestro.jar");
    Path jar = create("maestro-emulator/target/maestro-emulator.jar");

    Path root = Installation.rootAbove(jar);

    assertThat(root).isEqualTo(folder);
    assertThat(Installation.command(root, List.of("run")))
        .endsWith(folder.resolve("maestro").toString(), "run");
  }

  @Test
  void shouldStartTheLauncherOfTheArchiveWhenItIsUnpacked() throws IOException {
    create("lib/maestro.jar");
    Path launcher = create("bin/maestro");
    Path jar = create("lib/maestro-emulator.jar");

    Path root = Installation.rootAbove(jar);

    assertThat(root).isEqualTo(folder);
    assertThat(Installation.command(root, List.of("run"))).endsWith(launcher.toString(), "run");
  }

  @Test
  void shouldStartTheJarWhenItIsAContainerWithoutShell() throws IOException {
    Path jar = create("lib/maestro.jar");
    Path flags = create("jvm.options");

    assertThat(Installation.command(folder, List.of("run")))
        .containsExactly(
            System.getProperty("java.home") + "/bin/java",
            "@" + flags,
            "-jar",
            jar.toString(),
            "run");
  }

  @Test
  void shouldSayWhatIsMissingWhenThereIsNeither() throws IOException {
    Path jar = create("maestro-emulator.jar");

    assertThatThrownBy(() -> Installation.rootAbove(jar))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("start with ./maestro");
  }

  private Path create(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.createFile(file);
  }
}
