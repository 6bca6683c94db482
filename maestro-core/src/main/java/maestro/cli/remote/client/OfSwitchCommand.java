package maestro.cli.remote.client;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Parameters;

/** A command that asks about one switch, which is its parameter. */
public abstract class OfSwitchCommand extends RemoteCommand {
  private final String template;

  @Parameters(
      paramLabel = "DPID",
      description = DatapathId.DESCRIPTION,
      converter = DatapathId.Converter.class)
  private DatapathId datapathId;

  /**
   * Not parsed yet.
   *
   * @param template its path, with {@code {dpid}}
   */
  public OfSwitchCommand(String template) {
    this.template = template;
  }

  @Override
  public void run(ControlClient client, PrintWriter out)
      throws ControlException, InterruptedException {
    try {
      super.run(client, out);
    } catch (ControlException e) {
      List<String> connected = KnownSwitches.of(client);
      throw connected.contains(datapathId.text()) ? e : datapathId.unknown(connected);
    }
  }

  @Override
  public final ControlPath path() {
    return path(template);
  }

  /** Another path of the same switch. */
  public final ControlPath path(String another) {
    return datapathId.path(another);
  }
}
