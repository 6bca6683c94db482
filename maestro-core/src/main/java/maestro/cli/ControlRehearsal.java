package maestro.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;

/**
 * Asks a controller once for all that a Prometheus, a page and {@code status} ask for. The launcher
 * records the classes of a rehearsal: later controllers then map them, and do not load them on the
 * processor of a worker when they are watched for the first time.
 */
final class ControlRehearsal {
  private static final int PATIENCE_MS = 5000;
  private static final int READ_BYTES = 16 * 1024;

  /** A stream without an end; the first overview is enough. */
  private static final String STREAM = "/v1/overview";

  private static final int STREAM_READS = 2;

  private static final List<String> PATHS =
      List.of("/", "/metrics", "/v1/switches", "/v1/workers", "/v1/events", STREAM);

  private ControlRehearsal() {}

  /**
   * Asks. What fails is left out.
   *
   * @param address of a control listener without TLS
   * @param maestro the whole command line, which prints nothing from now on
   */
  static void run(InetSocketAddress address, CommandLine maestro) {
    for (String path : PATHS) {
      try {
        ask(address, path);
      } catch (IOException e) {
        // the classes are loaded when they are needed, as without a rehearsal
      }
    }
    String url = "http://" + address.getHostString() + ":" + address.getPort();
    PrintWriter nobody = new PrintWriter(Writer.nullWriter());
    maestro.setOut(nobody).setErr(nobody).execute("status", "--control", url);
  }

  private static void ask(InetSocketAddress address, String path) throws IOException {
    boolean isStream = path.equals(STREAM);
    String accepted = isStream ? "text/event-stream" : "*/*";
    List<String> lines =
        List.of(
            "GET " + path + " HTTP/1.1",
            "Host: localhost",
            "Accept: " + accepted,
            "Accept-Encoding: gzip",
            "Connection: close",
            "",
            "");
    try (Socket socket = new Socket()) {
      socket.connect(address, PATIENCE_MS);
      socket.setSoTimeout(PATIENCE_MS);
      OutputStream out = socket.getOutputStream();
      out.write(String.join("\r\n", lines).getBytes(StandardCharsets.US_ASCII));
      InputStream answer = socket.getInputStream();
      byte[] part = new byte[READ_BYTES];
      int reads = 0;
      while (answer.read(part) >= 0 && (!isStream || reads < STREAM_READS)) {
        reads++;
      }
    }
  }
}
