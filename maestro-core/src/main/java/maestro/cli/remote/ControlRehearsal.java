package maestro.cli.remote;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import maestro.cli.remote.client.ControlClient;
import maestro.cli.remote.client.ControlException;
import maestro.cli.remote.client.ControlPath;
import picocli.CommandLine;

/**
 * Asks a controller once for all that a Prometheus, a page and {@code status} ask for. The launcher
 * records the classes of a rehearsal: later controllers then map them, and do not load them on the
 * processor of a worker when they are watched for the first time.
 */
public final class ControlRehearsal {
  private static final List<String> PATHS =
      List.of("/", "/metrics", "/v1/switches", "/v1/workers", "/v1/events");

  private ControlRehearsal() {}

  /**
   * Asks. What cannot be asked is left out: its classes are loaded when they are needed.
   *
   * @param address of a control listener without TLS
   * @param maestro the whole command line, which prints nothing from now on
   */
  public static void run(InetSocketAddress address, CommandLine maestro)
      throws InterruptedException {
    URI base = URI.create("http://" + address.getHostString() + ":" + address.getPort());
    try {
      ControlClient client = new ControlClient(base, Optional.empty(), Optional.empty());
      for (String path : PATHS) {
        client.ask(ControlPath.of(path));
      }
      ControlPath overview = ControlPath.of("/v1/overview");
      try (InputStream overviews = client.listen(overview, Optional.empty())) {
        overviews.read(); // waits for the first one
      }
    } catch (ControlException | IOException e) {
      // left out
    }
    PrintWriter nobody = new PrintWriter(Writer.nullWriter());
    maestro.setOut(nobody).setErr(nobody).execute("status", "--control", base.toString());
  }
}
