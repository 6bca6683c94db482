package maestro.network.channel;

import java.nio.file.Path;
import java.util.List;
import maestro.config.file.BadConfigurationException;

/**
 * Knows a controller that can have a {@link maestro.network.VirtualNetwork}'s clock. Found as a
 * service, since the emulator itself knows no controller.
 */
public interface VirtualControllerProvider {
  /**
   * Reads a configuration of the controller.
   *
   * @param folders with further applications
   * @return starts controllers with this configuration, as often as wanted
   * @throws BadConfigurationException with one line for each mistake
   */
  VirtualController.Factory of(Path config, List<Path> folders) throws BadConfigurationException;
}
