package maestro.testkit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import maestro.DrivenMaestro;
import maestro.cli.Preparation;
import maestro.config.file.BadConfigurationException;
import maestro.config.file.CommandLineSetting;
import maestro.network.channel.VirtualController;
import maestro.network.channel.VirtualControllerProvider;
import maestro.sequence.WiringException;
import maestro.sequence.application.ApplicationStartException;
import maestro.sequence.jar.FoundApplication;

/**
 * Starts Maestro with a configuration, with one worker, on a network's clock. Applications are
 * those in folders, and those on the class path.
 */
public final class VirtualMaestroProvider implements VirtualControllerProvider {
  @Override
  public VirtualController.Factory of(Path config, List<Path> folders)
      throws BadConfigurationException {
    List<CommandLineSetting> settings =
        List.of(
            new CommandLineSetting("virtual time", "maestro.listen", "127.0.0.1:0"),
            new CommandLineSetting("virtual time", "maestro.distribution.workers", "1"));
    Preparation checked =
        Preparation.of(Optional.of(config), settings, folders, FoundApplication.onClassPath());
    checked.close();
    return clock -> {
      try {
        return start(
            Preparation.of(Optional.of(config), settings, folders, FoundApplication.onClassPath()),
            clock);
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
}
