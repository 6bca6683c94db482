package maestro.control;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Asks the control listener of this machine or container whether the controller is healthy: the
 * health check of the container image, which has no shell and no other program. It is a program of
 * its own, since the command line with its options would take three times as long to start.
 */
public final class HealthProbe {
  private static final int PATIENCE_MS = 5000;
  private static final String HEALTHY = "HTTP/1.1 200 ";

  private HealthProbe() {}

  /**
   * Ends with 0 when the controller is healthy, else with 1.
   *
   * @param args the port of the control listener on loopback
   */
  public static void main(String[] args) {
    System.exit(isHealthy(Integer.parseInt(args[0])) ? 0 : 1);
  }

  /** Whether a controller answers on this port of loopback, and calls itself healthy. */
  static boolean isHealthy(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MS);
      socket.setSoTimeout(PATIENCE_MS);
      String request =
          "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      InputStream answer = socket.getInputStream();
      byte[] status = answer.readNBytes(HEALTHY.length());
      return new String(status, StandardCharsets.US_ASCII).equals(HEALTHY);
    } catch (IOException e) {
      return false;
    }
  }
}
