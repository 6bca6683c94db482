package maestro.network.cli;

import java.net.InetSocketAddress;
import java.util.List;
import maestro.cli.line.Bounds;
import maestro.emulator.cli.HostPort;
import maestro.network.channel.ControllerAddress;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Whether the switches of {@code network} connect to controllers, or wait for them, or both. */
final class ControllerOptions {
  /** The most controllers of a switch. */
  private static final int MOST = 8;

  private static final int LAST_PORT = 65_535;

  @Option(
      names = "--controller",
      paramLabel = "HOST:PORT",
      converter = HostPort.class,
      description =
          "Where the controller listens for switches. Give it again for each further controller"
              + " (8 at most).")
  private List<InetSocketAddress> controllers = List.of();

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      converter = HostPort.class,
      description =
          "Let the switches wait for the controller: the first one at this port, each other one"
              + " at the next; 0 for free ports.")
  private InetSocketAddress listen;

  boolean isGiven() {
    return !controllers.isEmpty() || listen != null;
  }

  ControllerAddress address() {
    return new ControllerAddress(controllers, listen);
  }

  /** Refuses too many controllers. */
  void checkCount(CommandLine command) {
    if (!controllers.isEmpty()) {
      Bounds.check(command, "--controller", controllers.size(), 1, MOST);
    }
  }

  /** Refuses a network whose last switch would wait at a port above 65,535. */
  void checkPorts(CommandLine command, int switchCount) {
    int lastPort = listen == null ? 0 : listen.getPort() + switchCount - 1;
    if (lastPort > LAST_PORT) {
      throw new ParameterException(
          command, "--listen: found ports up to " + lastPort + "; allowed: " + LAST_PORT);
    }
  }
}
