package maestro.control;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client that sends what a test says, byte by byte if need be. */
final class RawClient implements AutoCloseable {
  private static final int PATIENCE_MS = 120_000;

  private final Socket socket;

  RawClient(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(PATIENCE_MS);
  }

  static RawClient to(InetSocketAddress address) throws IOException {
    return new RawClient(new Socket(address.getAddress(), address.getPort()));
  }

  RawClient send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
    return this;
  }

  /** A request without a body, with these header lines. */
  RawClient ask(String line, String... headers) throws IOException {
    return send(line + " HTTP/1.1\r\n" + String.join("", headers) + "\r\n");
  }

  /** One answer: its head and as many bytes as it announces, unless it is one to HEAD. */
  String answer(boolean hasBody) throws IOException {
    StringBuilder text = new StringBuilder();
    InputStream in = socket.getInputStream();
    while (text.indexOf("\r\n\r\n") < 0) {
      text.append((char) next(in));
    }
    if (hasBody) {
      String length = text.toString().replaceAll("(?is).*content-length: (\\d+).*", "$1");
      for (int left = Integer.parseInt(length); left > 0; left--) {
        text.append((char) next(in));
      }
    }
    return text.toString();
  }

  String answer() throws IOException {
    return answer(true);
  }

  /** What comes until this text, and the text. */
  String until(String text) throws IOException {
    StringBuilder read = new StringBuilder();
    while (read.length() < text.length()
        || !read.substring(read.length() - text.length()).equals(text)) {
      read.append((char) next(socket.getInputStream()));
    }
    return read.toString();
  }

  private static int next(InputStream in) throws IOException {
    int next = in.read();
    if (next < 0) {
      throw new IOException("closed");
    }
    return next;
  }

  /** All bytes until the listener closes; a reset is an end, too. */
  long bytesUntilClosed() throws IOException {
    byte[] bytes = new byte[64 * 1024];
    long total = 0;
    try {
      for (int n; (n = socket.getInputStream().read(bytes)) >= 0; ) {
        total += n;
      }
    } catch (java.net.SocketException e) {
      return total;
    }
    return total;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
