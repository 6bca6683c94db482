package maestro.cluster.jgroups;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jgroups.util.DefaultSocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sockets with TLS on both sides. JGroups accepts, shakes hands and reads the caller's address on
 * one thread, so that 20 mute connections keep a member out for 21 seconds. This factory hands over
 * only sockets that have shown the certificate of a configured member.
 */
final class Door extends DefaultSocketFactory {
  private static final Logger LOG = LoggerFactory.getLogger(Door.class);
  private static final int MOST_OUTSIDE = 64;
  private static final int HANDSHAKE_MS = 2_000;
  private static final long POLL_MS = 200;
  private static final long PAUSE_NS = 10_000_000;

  private final SSLContext context;
  private final Supplier<Set<InetAddress>> members;

  /**
   * A door for members.
   *
   * @param members from where they call
   */
  Door(SSLContext context, Supplier<Set<InetAddress>> members) {
    super(context);
    this.context = context;
    this.members = members;
  }

  @Override
  public ServerSocket createServerSocket(String name) throws IOException {
    return new Entrance();
  }

  /** Accepts on a thread of its own, and shakes hands on one thread a caller. */
  private final class Entrance extends ServerSocket {
    private final BlockingQueue<Socket> inside = new LinkedBlockingQueue<>();
    private final Semaphore places = new Semaphore(MOST_OUTSIDE);
    private boolean isWatched;

    Entrance() throws IOException {}

    @Override
    public Socket accept() throws IOException {
      if (!isWatched) {
        isWatched = true;
        daemon(this::watch, "cluster-door");
      }
      try {
        while (!isClosed()) {
          Socket next = inside.poll(POLL_MS, TimeUnit.MILLISECONDS);
          if (next != null) {
            return next;
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      throw new SocketException("the door is closed");
    }

    private void watch() {
      while (!isClosed()) {
        Socket caller = new Socket();
        try {
          implAccept(caller);
          if (!members.get().contains(caller.getInetAddress())) {
            refuse(caller, "it is not the address of a member");
          } else if (!places.tryAcquire()) {
            refuse(caller, "too many callers have not shown a certificate yet");
          } else {
            daemon(() -> shakeHands(caller), "cluster-handshake");
          }
        } catch (IOException e) {
          closeQuietly(caller); // the entrance is closed, or the caller has gone, or
          LockSupport.parkNanos(PAUSE_NS); // no descriptor is left, and will be none at once
        }
      }
    }

    private void shakeHands(Socket caller) {
      try {
        caller.setSoTimeout(HANDSHAKE_MS);
        SSLSocket secured = (SSLSocket) context.getSocketFactory().createSocket(caller, null, true);
        secured.setUseClientMode(false);
        secured.setNeedClientAuth(true);
        secured.startHandshake();
        secured.setSoTimeout(0);
        inside.add(secured);
      } catch (IOException e) {
        refuse(caller, String.valueOf(e.getMessage()));
      } finally {
        places.release();
      }
    }

    private void refuse(Socket caller, String reason) {
      LOG.debug("refused {}: {}", caller.getRemoteSocketAddress(), reason);
      closeQuietly(caller);
    }
  }

  private static void daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.debug("a socket did not close: {}", e.getMessage());
    }
  }
}
