package maestro.emulator.controller;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Where Maestro is on this machine, and how a user starts it. */
public final class Installation {
  private static final String CONTROLLER_JAR = "maestro-core/target/maestro.jar";

  private Installation() {}

  /**
   * The nearest folder above this jar that has the controller's jar below it.
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
    while (folder != null && !Files.exists(folder.resolve(CONTROLLER_JAR))) {
      folder = folder.getParent();
    }
    if (folder == null) {
      throw new IOException(CONTROLLER_JAR + " is missing: start with ./maestro, which builds it");
    }
    return folder;
  }

  /** What starts a command as a user does, with the launcher's flags and this process's Java. */
  public static List<String> command(Path root, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add("/usr/bin/env");
    command.add("JAVA_HOME=" + System.getProperty("java.home"));
    command.add(root.resolve("maestro").toString());
    command.addAll(arguments);
    return command;
  }
}
