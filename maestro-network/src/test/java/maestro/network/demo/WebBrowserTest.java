package maestro.network.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WebBrowserTest {
  @TempDir private Path folder;
  private String path;

  @BeforeEach
  void install() throws Exception {
    for (String program : new String[] {"xdg-open", "open"}) {
      assertThat(Files.createFile(folder.resolve(program)).toFile().setExecutable(true)).isTrue();
    }
    path = "/nowhere" + File.pathSeparator + folder;
  }

  @Test
  void shouldOpenPagesWhereThereIsADesktop() {
    String opener = folder.resolve("xdg-open").toString();
    assertThat(WebBrowser.opener(Map.of("PATH", path, "DISPLAY", ":0"), "Linux")).hasValue(opener);
    assertThat(WebBrowser.opener(Map.of("PATH", path, "WAYLAND_DISPLAY", "wayland-0"), "Linux"))
        .hasValue(opener);
    assertThat(WebBrowser.opener(Map.of("PATH", path), "Mac OS X"))
        .hasValue(folder.resolve("open").toString());
  }

  @Test
  void shouldOpenNothingWhereThereIsNoDesktopOrNoProgramForIt() {
    assertThat(WebBrowser.opener(Map.of("PATH", path), "Linux")).isEmpty();
    assertThat(WebBrowser.opener(Map.of("PATH", path, "DISPLAY", ""), "Linux")).isEmpty();
    assertThat(WebBrowser.opener(Map.of("PATH", "/nowhere", "DISPLAY", ":0"), "Linux")).isEmpty();
    assertThat(WebBrowser.opener(Map.of("DISPLAY", ":0"), "Linux")).isEmpty();
  }
}
