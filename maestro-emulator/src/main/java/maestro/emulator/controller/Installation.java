package maestro.emulator.controller;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds Maestro on this machine, and the command line with which a user starts it. Stateless and
 * thread-safe.
 */
public final class Installation {
  private static final String CHECKOUT_JAR = "maestro-core/target/maestro.jar";
  private static final String ARCHIVE_JAR = "lib/maestro.jar";
  private static final String ARCHIVE_LAUNCHER = "bin/maestro";
  private static final String CHECKOUT_LAUNCHER = "maestro";

  /** The flags with which a container starts the jar: it has no shell for a launcher. */
  private static final String CONTAINER_FLAGS = "jvm.options";

  private Installation() {}

  /**
   * The checkout or the unpacked archive that has this jar: the nearest folder above it with the
   * controller's jar.
   *
   * @throws IOException with one line when there is none
   */
  public static Path root() throws IOException {
    Path folder;
    try {
      folder =
          Path.of(Installation.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
    return rootAbove(folder);
  }

  static Path rootAbove(Path path) throws IOException {
    for (Path folder = path; folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve(CHECKOUT_JAR)) || Files.exists(folder.resolve(ARCHIVE_JAR))) {
        return folder;
      }
    }
    throw new IOException(CHECKOUT_JAR + " is missing: start with ./maestro, which builds it");
  }

  /**
   * The command line that starts a command through the launcher, with its flags and with the Java
   * of this process.
   *
   * @param root the result of {@link #root}
   */
  public static List<String> command(Path root, List<String> arguments) {
    List<String> command = new ArrayList<>();
    String javaHome = System.getProperty("java.home");
    Path flags = root.resolve(CONTAINER_FLAGS);
    if (Files.exists(flags)) {
      command.addAll(List.of(javaHome + "/bin/java", "@" + flags));
      command.addAll(List.of("-jar", root.resolve(ARCHIVE_JAR).toString()));
    } else {
      command.add("/usr/bin/env");
      command.add("JAVA_HOME=" + javaHome);
      command.add(launcher(root).toString());
    }
    command.addAll(arguments);
    return command;
  }

  private static Path launcher(Path root) {
    Path packaged = root.resolve(ARCHIVE_LAUNCHER);
    return Files.exists(packaged) ? packaged : root.resolve(CHECKOUT_LAUNCHER);
  }
}
