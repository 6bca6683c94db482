package maestro.control;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client that sends what a test says, byte by byte if need be. */
public final class RawClient implements AutoCloseable {
  private static final String HOST = "Host: 127.0.0.1\r\n";
  private static final int PATIENCE_MS = 120_000;
  private static final int BUFFERED = 1024; // little, since tests open thousands

  private final Socket socket;
  private final InputStream in;

  RawClient(Socket socket) throws IOException {
    this.socket = socket;
    in = new BufferedInputStream(socket.getInputStream(), BUFFERED);
    socket.setSoTimeout(PATIENCE_MS);
  }

  public static RawClient to(InetSocketAddress address) throws IOException {
    return new RawClient(new Socket(address.getAddress(), address.getPort()));
  }

  /** One for whom the kernel keeps few bytes, so that it is soon slow when it reads nothing. */
  public static RawClient small(InetSocketAddress address) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(64 * 1024);
    socket.connect(address);
    return new RawClient(socket);
  }

  public RawClient send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
    return this;
  }

  /** A request without a body, with these header lines, and a Host unless it is one of them. */
  public RawClient ask(String line, String... headers) throws IOException {
    String all = String.join("", headers);
    return send(line + " HTTP/1.1\r\n" + (all.contains("Host:") ? "" : HOST) + all + "\r\n");
  }

  /** One answer: its head and as many bytes as it announces, unless it is one to HEAD. */
  public String answer(boolean hasBody) throws IOException {
    StringBuilder text = new StringBuilder();
    while (text.indexOf("\r\n\r\n") < 0) {
      text.append((char) next());
    }
    if (hasBody) {
      String length = text.toString().replaceAll("(?is).*content-length: (\\d+).*", "$1");
      for (int left = Integer.parseInt(length); left > 0; left--) {
        text.append((char) next());
      }
    }
    return text.toString();
  }

  public String answer() throws IOException {
    return answer(true);
  }

  /** What comes until this text, and the text. */
  public String until(String text) throws IOException {
    StringBuilder read = new StringBuilder();
    char last = text.charAt(text.length() - 1);
    char next;
    do {
      next = (char) next();
      read.append(next);
    } while (next != last || read.indexOf(text, read.length() - text.length()) < 0);
    return read.toString();
  }

  /** Everything that comes, for who reads it by himself. */
  public InputStream in() {
    return in;
  }

  private int next() throws IOException {
    int next = in.read();
    if (next < 0) {
      throw new IOException("closed");
    }
    return next;
  }

  /** All bytes until the listener closes; a reset is an end, too. */
  public long bytesUntilClosed() throws IOException {
    byte[] bytes = new byte[64 * 1024];
    long total = 0;
    try {
      for (int n; (n = in.read(bytes)) >= 0; ) {
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
