package maestro.cli.remote.change;

import java.util.Optional;
import maestro.cli.remote.client.ControlPath;
import maestro.cli.remote.client.DatapathId;
import picocli.CommandLine.Parameters;

/** A command that changes one setting of a switch, whose datapath id is its first parameter. */
abstract class SwitchChangeCommand extends ChangeCommand {
  private final String setting;

  @Parameters(
      index = "0",
      paramLabel = "DPID",
      description = DatapathId.DESCRIPTION,
      converter = DatapathId.Converter.class)
  private DatapathId datapathId;

  /**
   * Not parsed yet.
   *
   * @param setting the last part of its path below the switch
   */
  SwitchChangeCommand(String setting) {
    this.setting = setting;
  }

  @Override
  final Optional<DatapathId> ofSwitch() {
    return Optional.of(datapathId);
  }

  @Override
  public final ControlPath path() {
    return datapathId.path("/v1/switches/{dpid}/" + setting);
  }
}
