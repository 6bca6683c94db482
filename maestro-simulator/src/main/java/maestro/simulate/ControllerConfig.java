package maestro.simulate;

import com.typesafe.config.Config;
import java.util.List;
import java.util.Optional;
import maestro.config.MaestroConfig;
import maestro.config.file.ApplicationDefaults;
import maestro.config.file.BadConfigurationException;
import maestro.config.file.CommandLineSetting;
import maestro.config.file.ConfigLoader;

/** The configuration of a controller that has no file. Stateless. */
public final class ControllerConfig {
  private ControllerConfig() {}

  /** The default settings of the applications on the class path. */
  public static Config applicationDefaults() {
    return ConfigLoader.reference().getConfig("applications");
  }

  /**
   * The defaults with some settings changed.
   *
   * @throws BadConfigurationException when one of them is wrong
   */
  public static MaestroConfig with(CommandLineSetting... settings)
      throws BadConfigurationException {
    Config defaults = applicationDefaults();
    List<ApplicationDefaults> known =
        defaults.root().keySet().stream()
            .map(name -> new ApplicationDefaults(name, defaults.getConfig(name)))
            .toList();
    return ConfigLoader.parse(Optional.empty(), List.of(settings)).validate(known).maestro();
  }
}
