package maestro.network.scenario;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigResolveOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import maestro.config.file.CommandLineSetting;
import maestro.config.file.Hocon;
import maestro.config.file.Problems;
import maestro.emulator.scenario.ScenarioException;

/**
 * Loads scenarios of networks from HOCON. What wins: options over the file over {@code
 * network-reference.conf}, which documents every key. Stateless.
 */
public final class NetworkScenarioFile {
  private static final String REFERENCE = "maestro/network/scenario/network-reference.conf";

  private NetworkScenarioFile() {}

  /**
   * Reads and checks a scenario, and the topology that it names.
   *
   * @param file HOCON; the defaults without one
   * @param options settings that have an option of their own
   * @throws ScenarioException with one line for each mistake: {@code FILE:LINE: key: found X;
   *     allowed: Y}
   */
  public static NetworkScenario load(Optional<Path> file, List<CommandLineSetting> options)
      throws ScenarioException {
    Problems problems = new Problems();
    Config own = Hocon.parse(options, problems);
    if (file.isPresent()) {
      own = own.withFallback(Hocon.parse(file.get(), problems));
    }
    throwIfAny(problems);
    Config reference =
        ConfigFactory.parseResources(NetworkScenarioFile.class.getClassLoader(), REFERENCE);
    String source = file.map(Path::toString).orElse("options");
    Config all = Hocon.resolve(source, own.withFallback(reference), problems);
    throwIfAny(problems);
    boolean isOption = options.stream().anyMatch(each -> each.key().equals("topology"));
    Path folder =
        file.filter(f -> !isOption)
            .map(f -> f.toAbsolutePath().getParent())
            .orElse(Path.of("").toAbsolutePath());
    Config said = own.resolveWith(all, ConfigResolveOptions.defaults().setAllowUnresolved(true));
    Optional<NetworkScenario> scenario =
        new NetworkScenarioReader(all, said, folder, problems).read();
    throwIfAny(problems);
    return scenario.orElseThrow();
  }

  private static void throwIfAny(Problems problems) throws ScenarioException {
    if (!problems.isEmpty()) {
      throw new ScenarioException(problems);
    }
  }
}
