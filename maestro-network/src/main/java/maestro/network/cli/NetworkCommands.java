package maestro.network.cli;

import java.util.List;
import maestro.emulator.cli.FurtherCommands;
import maestro.network.demo.DemoCommand;

/** The commands of the network. */
public final class NetworkCommands implements FurtherCommands {
  @Override
  public List<Object> commands() {
    return List.of(new NetworkCommand(), new DemoCommand());
  }
}
