package maestro.emulator.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import maestro.cli.line.CommandLines.Mistakes;
import maestro.config.file.BadConfigurationException;
import maestro.emulator.scenario.ScenarioException;

/**
 * Files and folders that options name. What is wrong with one is said in one line, which begins
 * with the option. Stateless.
 */
public final class OptionFiles {
  private static final String DENIED = "permission denied";

  private OptionFiles() {}

  /** The folder, made when it is missing. It is tried whether a file can be made in it. */
  static Path folder(String option, Path folder) throws IOException {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new IOException(option + ": " + folder + " cannot be made: " + why(e), e);
    }
    try {
      Files.delete(Files.createTempFile(folder, ".maestro-", null));
    } catch (IOException e) {
      throw new IOException(cannotBeWritten(option, folder, why(e)), e);
    }
    return folder;
  }

  /**
   * Looks whether a file can be written, before the time is spent that what is to stand in it
   * takes.
   *
   * @param file null for none
   */
  public static void check(String option, Path file) throws IOException {
    String obstacle = file == null ? "" : obstacle(file);
    if (!obstacle.isEmpty()) {
      throw new IOException(cannotBeWritten(option, file, obstacle));
    }
  }

  /** Writes a file; what was there is overwritten. */
  public static void write(String option, Path file, String text) throws IOException {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new IOException(cannotBeWritten(option, file, why(e)), e);
    }
  }

  /** Removes a file. */
  static void remove(String option, Path file) throws IOException {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new IOException(option + ": " + file + " cannot be removed: " + why(e), e);
    }
  }

  /** One line for the caller of the command; the JDK's own is often only the file's name. */
  static String message(Exception e) {
    return e instanceof FileSystemException at ? at.getFile() + ": " + why(at) : e.getMessage();
  }

  /** What an operator has done wrong in options, a scenario or a file. */
  public static Mistakes mistakes(Exception e) {
    if (e instanceof BadConfigurationException bad) {
      return new Mistakes(bad.problems(), bad.isInOptions());
    }
    if (e instanceof ScenarioException scenario) {
      return new Mistakes(message(e).lines().toList(), scenario.isInOptions());
    }
    return e instanceof IOException ? new Mistakes(List.of(message(e)), false) : Mistakes.NONE;
  }

  private static String obstacle(Path file) {
    if (Files.isDirectory(file)) {
      return "it is a folder";
    }
    Path folder = file.toAbsolutePath().getParent();
    if (!Files.isDirectory(folder)) {
      return "there is no folder " + folder;
    }
    return Files.isWritable(Files.exists(file) ? file : folder) ? "" : DENIED;
  }

  private static String cannotBeWritten(String option, Path file, String why) {
    return option + ": " + file + " cannot be written: " + why;
  }

  private static String why(IOException e) {
    if (e instanceof FileAlreadyExistsException) {
      return "there is a file of that name";
    }
    if (e instanceof NoSuchFileException) {
      return "no such file or folder";
    }
    if (e instanceof AccessDeniedException) {
      return DENIED;
    }
    return e instanceof FileSystemException at && at.getReason() != null
        ? at.getReason()
        : e.getMessage();
  }
}
