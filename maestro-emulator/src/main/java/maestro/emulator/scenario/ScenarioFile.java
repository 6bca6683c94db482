package maestro.emulator.scenario;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import maestro.config.file.CommandLineSetting;
import maestro.config.file.Hocon;
import maestro.config.file.Problems;

/**
 * Loads scenarios from HOCON. What wins: overrides over the file over {@code
 * scenario-reference.conf}, which documents every key.
 */
public final class ScenarioFile {
  private static final String REFERENCE = "maestro/emulator/scenario/scenario-reference.conf";
  private static final String OPTION = "--set";

  private ScenarioFile() {}

  /**
   * Reads and checks a scenario, and the files it names.
   *
   * @param file HOCON
   * @param overrides each {@code key=value}; later ones win
   * @throws ScenarioException with one line for each mistake: {@code FILE:LINE: key: found X;
   *     allowed: Y}
   */
  public static Scenario load(Path file, List<String> overrides) throws ScenarioException {
    return load(Optional.of(file), List.of(), overrides);
  }

  /**
   * The defaults with some settings changed.
   *
   * @param overrides each {@code key=value}; files are relative to the working directory
   */
  public static Scenario defaultsWith(String... overrides) throws ScenarioException {
    return load(Optional.empty(), List.of(), List.of(overrides));
  }

  /**
   * Reads and checks what a command line says.
   *
   * @param file HOCON; the defaults without one, and files are relative to the working directory
   * @param options settings that have an option of their own
   * @param overrides each {@code key=value}; later ones win, and over the options
   */
  public static Scenario load(
      Optional<Path> file, List<CommandLineSetting> options, List<String> overrides)
      throws ScenarioException {
    Problems problems = new Problems();
    Config own = settings(options, overrides, problems);
    if (file.isPresent()) {
      own = own.withFallback(Hocon.parse(file.get(), problems));
    }
    throwIfAny(problems);
    String source = file.map(Path::toString).orElse(OPTION);
    Path folder =
        file.map(f -> f.toAbsolutePath().getParent()).orElse(Path.of("").toAbsolutePath());
    return read(own, source, folder, problems);
  }

  private static Scenario read(Config own, String source, Path folder, Problems problems)
      throws ScenarioException {
    Config reference = ConfigFactory.parseResources(ScenarioFile.class.getClassLoader(), REFERENCE);
    Config all = Hocon.resolve(source, own.withFallback(reference), problems);
    throwIfAny(problems);
    Scenario scenario = new ScenarioReader(all, own, folder, problems).read();
    throwIfAny(problems);
    return scenario;
  }

  private static Config settings(
      List<CommandLineSetting> options, List<String> overrides, Problems problems) {
    List<CommandLineSetting> settings = new ArrayList<>(options);
    for (String override : overrides) {
      try {
        settings.add(CommandLineSetting.parse(OPTION, override));
      } catch (IllegalArgumentException e) {
        problems.add(OPTION, e.getMessage());
      }
    }
    return Hocon.parse(settings, problems);
  }

  private static void throwIfAny(Problems problems) throws ScenarioException {
    if (!problems.isEmpty()) {
      throw new ScenarioException(problems);
    }
  }
}
