package maestro.cli;

import com.sun.jna.Function;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.NativeLong;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Sends datagrams to a socket of the machine, as sd_notify does. The JDK has no such sockets, so
 * this calls the C library. Linux only. Any thread.
 */
final class NotifySocket {
  private static final int AF_UNIX = 1;
  private static final int SOCK_DGRAM_CLOEXEC = 2 | 0x80000;
  private static final int MSG_NOSIGNAL = 0x4000;
  private static final int MOST_PATH_BYTES = 107;

  /** A {@code sockaddr_un}: the family, and the path, which begins with 0 when it is no file. */
  private final byte[] address;

  private final Function socket;
  private final Function sendto;
  private final Function close;

  /**
   * Opens nothing yet.
   *
   * @param name as systemd says it: the path of a file, or a name behind {@code @}
   * @throws IOException when it is something else
   * @throws UnsatisfiedLinkError on a platform without such a library
   */
  NotifySocket(String name) throws IOException {
    byte[] path = name.getBytes(StandardCharsets.UTF_8);
    boolean isFile = name.startsWith("/");
    if ((!isFile && !name.startsWith("@")) || path.length < 2 || path.length > MOST_PATH_BYTES) {
      throw new IOException("found '" + name + "'; allowed: a path, or a name behind @");
    }
    address =
        ByteBuffer.allocate(Short.BYTES + path.length)
            .order(ByteOrder.nativeOrder())
            .putShort((short) AF_UNIX)
            .put(path)
            .array();
    if (!isFile) {
      address[Short.BYTES] = 0;
    }
    NativeLibrary c = NativeLibrary.getInstance("c");
    socket = c.getFunction("socket");
    sendto = c.getFunction("sendto");
    close = c.getFunction("close");
  }

  /** Sends a text as one datagram. */
  void send(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int descriptor = socket.invokeInt(new Object[] {AF_UNIX, SOCK_DGRAM_CLOEXEC, 0});
    if (descriptor < 0) {
      throw new IOException("no socket: errno " + Native.getLastError());
    }
    NativeLong length = new NativeLong(bytes.length);
    Object[] arguments = {descriptor, bytes, length, MSG_NOSIGNAL, address, address.length};
    boolean isSent = sendto.invokeLong(arguments) == bytes.length;
    int error = Native.getLastError();
    close.invokeInt(new Object[] {descriptor});
    if (!isSent) {
      throw new IOException("errno " + error);
    }
  }
}
