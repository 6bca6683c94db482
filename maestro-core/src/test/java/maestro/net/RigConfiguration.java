package maestro.net;

import com.typesafe.config.ConfigFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import maestro.api.Application;
import maestro.config.MaestroConfig;
import maestro.config.file.ApplicationDefaults;
import maestro.config.file.BadConfigurationException;
import maestro.config.file.CommandLineSetting;
import maestro.config.file.ConfigLoader;

/** The configuration that a test writes as an operator would. */
final class RigConfiguration {
  private RigConfiguration() {}

  /**
   * The defaults with some settings changed.
   *
   * @param sequences each {@code { on = ..., run = [...] }}; none is one sequence on flow requests
   *     with all applications
   */
  static MaestroConfig of(
      List<Application> applications, List<String> sequences, List<String> settings) {
    List<String> names = applications.stream().map(Application::name).toList();
    List<CommandLineSetting> all = new ArrayList<>();
    for (int i = 0; i < sequences.size(); i++) {
      all.add(new CommandLineSetting("--set", "sequences.s" + i, sequences.get(i)));
    }
    if (sequences.isEmpty() && !names.isEmpty()) {
      String body = "{ on = flow-request, run = " + names + " }";
      all.add(new CommandLineSetting("--set", "sequences.all", body));
    }
    settings.forEach(setting -> all.add(CommandLineSetting.parse("--set", setting)));
    try {
      return ConfigLoader.parse(Optional.empty(), all)
          .validate(
              names.stream()
                  .map(name -> new ApplicationDefaults(name, ConfigFactory.empty()))
                  .toList())
          .maestro();
    } catch (BadConfigurationException e) {
      throw new IllegalStateException(String.join("\n", e.problems()), e);
    }
  }
}
