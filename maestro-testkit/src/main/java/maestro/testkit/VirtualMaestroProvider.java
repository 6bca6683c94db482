package maestro.testkit;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.LongSupplier;
import maestro.DrivenMaestro;
import maestro.api.Application;
import maestro.cli.Preparation;
import maestro.config.BadConfigurationException;
import maestro.config.CommandLineSetting;
import maestro.emulator.network.VirtualController;
import maestro.emulator.network.VirtualControllerProvider;
import maestro.sequence.ApplicationStartException;
import maestro.sequence.FoundApplication;
import maestro.sequence.WiringException;

/**
 * Starts Maestro with a configuration, with one worker, on a network's clock. Applications are
 * those in folders, and those on the class path.
 */
public final class VirtualMaestroProvider implements VirtualControllerProvider {
  private static final String DEFAULTS = "reference.conf";

  @Override
  public VirtualController.Factory of(Path config, List<Path> folders)
      throws BadConfigurationException {
    List<CommandLineSetting> settings =
        List.of(
            new CommandLineSetting("virtual time", "maestro.listen", "127.0.0.1:0"),
            new CommandLineSetting("virtual time", "maestro.distribution.workers", "1"));
    Preparation checked = Preparation.of(Optional.of(config), settings, folders, onClassPath());
    checked.close();
    return clock -> {
      try {
        return start(Preparation.of(Optional.of(config), settings, folders, onClassPath()), clock);
      } catch (BadConfigurationException e) {
        throw new IOException(String.join(System.lineSeparator(), e.problems()), e);
      }
    };
  }

  private static VirtualController start(Preparation prepared, LongSupplier clock)
      throws IOException, BadConfigurationException {
    try {
      return new VirtualMaestro(
          DrivenMaestro.start(
              prepared.config().maestro(), prepared.configured(), prepared.found(), clock));
    } catch (ApplicationStartException e) {
      throw prepared.explain(e);
    } catch (WiringException e) {
      throw prepared.explain(e);
    }
  }

  /** The applications beside this class, each anew. */
  private static List<FoundApplication> onClassPath() {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    Config defaults = ConfigFactory.parseResources(loader, DEFAULTS);
    List<FoundApplication> found = new ArrayList<>();
    for (Application application : ServiceLoader.load(Application.class, loader)) {
      String key = "applications." + application.name();
      found.add(
          new FoundApplication(
              application,
              Path.of("class path"),
              defaults.hasPath(key) ? defaults.getConfig(key) : ConfigFactory.empty()));
    }
    return found;
  }
}
