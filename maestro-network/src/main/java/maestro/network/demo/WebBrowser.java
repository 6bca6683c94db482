package maestro.network.demo;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Opens pages in the browser of the desktop, where there is one. Stateless. */
final class WebBrowser {
  private static final List<String> DISPLAYS = List.of("WAYLAND_DISPLAY", "DISPLAY");

  private WebBrowser() {}

  /** Opens an address; does nothing without a desktop. */
  static void open(String address) {
    Optional<String> opener = opener(System.getenv(), System.getProperty("os.name"));
    if (opener.isEmpty()) {
      return;
    }
    try {
      Process unused =
          new ProcessBuilder(opener.get(), address)
              .redirectErrorStream(true)
              .redirectOutput(Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      return; // the address is printed, too
    }
  }

  /**
   * The program that opens an address.
   *
   * @param environment of this process
   * @param system its name, as Java has it
   */
  static Optional<String> opener(Map<String, String> environment, String system) {
    boolean isMac = system.startsWith("Mac");
    boolean isDesktop =
        isMac || DISPLAYS.stream().anyMatch(name -> !environment.getOrDefault(name, "").isEmpty());
    String path = environment.getOrDefault("PATH", "");
    return Stream.of(isMac ? "open" : "xdg-open")
        .filter(program -> isDesktop)
        .flatMap(name -> Arrays.stream(path.split(File.pathSeparator)).map(f -> Path.of(f, name)))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }
}
