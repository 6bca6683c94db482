package maestro.emulator.cli;

import java.util.List;

/** Commands of another jar beside those of the emulator; found as a service. */
public interface FurtherCommands {
  /** New commands for picocli. An {@link InterruptibleMain} is their parent. */
  List<Object> commands();
}
