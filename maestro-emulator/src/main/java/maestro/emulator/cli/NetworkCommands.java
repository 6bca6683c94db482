package maestro.emulator.cli;

import java.util.List;

/** The commands of the network. */
public final class NetworkCommands implements FurtherCommands {
  @Override
  public List<Object> commands() {
    return List.of(new NetworkCommand(), new DemoCommand());
  }
}
