package maestro.emulator.engine.connection;

import static maestro.net.socket.TlsChannel.Progress.DONE;
import static maestro.net.socket.TlsChannel.Progress.WANTS_READ;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import maestro.net.socket.SharedBuffers;
import maestro.net.socket.TlsChannel;
import maestro.tls.TlsContext;

/** Shakes hands as a switch does, and waits until that is over. Stateless. */
public final class TlsDial {
  private TlsDial() {}

  /**
   * TLS over a connected socket, which does not block from then on. With TLS 1.3 the controller may
   * still refuse the certificate: what is read next says so.
   *
   * @throws IOException in one line when there is no TLS with it; the socket is closed then
   */
  public static TlsChannel shakeHands(
      SocketChannel channel, TlsContext tls, SharedBuffers buffers, int limitMs)
      throws IOException {
    channel.configureBlocking(false);
    TlsChannel secure = new TlsChannel(channel, tls, buffers);
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMs);
    try (Selector selector = Selector.open()) {
      SelectionKey key = channel.register(selector, 0);
      for (var step = secure.handshake(); step != DONE; step = secure.handshake()) {
        key.interestOps(step == WANTS_READ ? SelectionKey.OP_READ : SelectionKey.OP_WRITE);
        selector.select(limitMs);
        if (System.nanoTime() - endNs >= 0) {
          throw new IOException("it takes longer than " + limitMs + " ms");
        }
      }
      return secure;
    } catch (IOException e) {
      secure.close();
      throw new IOException("no TLS: " + e.getMessage(), e);
    }
  }
}
