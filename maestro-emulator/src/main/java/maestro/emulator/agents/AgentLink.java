package maestro.emulator.agents;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * An authenticated connection between a coordinator and an agent, and its heartbeats.
 *
 * <p>Any thread may {@link #send} and {@link #close}; one thread reads. Reading fails when nothing
 * arrives for {@link Patience#silenceMs}.
 */
final class AgentLink implements Closeable {
  static final int HEARTBEAT_MS = 500;

  private static final int MOST_NAME_CHARACTERS = 100;

  private final Socket socket;
  private final AgentFrames frames;
  private final String name;
  private final int silenceMs;
  private final CountDownLatch closed = new CountDownLatch(1);

  private AgentLink(Socket socket, AgentFrames frames, String name, Patience patience) {
    this.socket = socket;
    this.frames = frames;
    this.name = name;
    this.silenceMs = patience.silenceMs();
    Thread heart = new Thread(this::beat, "heartbeat-" + name);
    heart.setDaemon(true);
    heart.start();
  }

  /**
   * Authenticates this agent to a coordinator. When this fails, the caller closes the socket.
   *
   * @throws AuthenticationException when the secrets of both ends differ
   */
  static AgentLink toCoordinator(Socket socket, Secret secret, String name, Patience patience)
      throws IOException {
    prepare(socket, patience);
    AgentFrames frames = new AgentFrames(socket.getInputStream(), socket.getOutputStream());
    Message.Hello hello = new Message.Hello(Message.VERSION, name, Secret.nonce());
    frames.write(hello);
    Message.Challenge challenge = expect(Message.Challenge.class, frames.read());
    Authentication proofs = new Authentication(secret, hello, challenge);
    frames.write(new Message.Proof(proofs.agentProof()));
    Message.Welcome welcome = expect(Message.Welcome.class, frames.read());
    if (!Authentication.matches(proofs.coordinatorProof(), welcome.mac())) {
      throw new AuthenticationException("the coordinator does not know the secret");
    }
    frames.seal(proofs.agentKey(), proofs.coordinatorKey());
    return new AgentLink(socket, frames, name, patience);
  }

  /** Authenticates an agent that has connected. When this fails, the caller closes the socket. */
  static AgentLink toAgent(Socket socket, Secret secret, Patience patience) throws IOException {
    prepare(socket, patience);
    AgentFrames frames = new AgentFrames(socket.getInputStream(), socket.getOutputStream());
    Message.Hello hello = expect(Message.Hello.class, frames.read());
    if (hello.version() != Message.VERSION) {
      String reason =
          "version " + hello.version() + " of the protocol; allowed: " + Message.VERSION;
      frames.write(new Message.Refusal(reason));
      throw new AuthenticationException("it speaks " + reason);
    }
    if (hello.name() == null || !isName(hello.name())) {
      throw new ProtocolException("a name with other than printable characters, or too long");
    }
    Message.Challenge challenge = new Message.Challenge(Message.VERSION, Secret.nonce());
    Authentication proofs = new Authentication(secret, hello, challenge);
    frames.write(challenge);
    Message.Proof proof = expect(Message.Proof.class, frames.read());
    if (!Authentication.matches(proofs.agentProof(), proof.mac())) {
      frames.write(new Message.Refusal("the secret is not the coordinator's"));
      throw new AuthenticationException("its secret is another one");
    }
    frames.write(new Message.Welcome(proofs.coordinatorProof()));
    frames.seal(proofs.coordinatorKey(), proofs.agentKey());
    return new AgentLink(socket, frames, hello.name(), patience);
  }

  /** Whether an agent may have this name. */
  static boolean isName(String name) {
    return !name.isEmpty()
        && name.length() <= MOST_NAME_CHARACTERS
        && name.chars().allMatch(c -> c > ' ' && c < 0x7f);
  }

  /** The agent's name. */
  String name() {
    return name;
  }

  /** Address of the other end. */
  InetSocketAddress remote() {
    return (InetSocketAddress) socket.getRemoteSocketAddress();
  }

  void send(Message message) throws IOException {
    frames.write(message);
  }

  /**
   * The next message that is no heartbeat.
   *
   * @throws IOException with one line when the link has failed or ended
   */
  Message receive() throws IOException {
    try {
      Message message = frames.read();
      while (message instanceof Message.Heartbeat) {
        message = frames.read();
      }
      return message;
    } catch (SocketTimeoutException e) {
      throw new IOException("nothing was heard of it for " + silenceMs / 1000.0 + " s", e);
    } catch (EOFException e) {
      throw new IOException("it closed the connection", e);
    }
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    socket.close();
  }

  private static void prepare(Socket socket, Patience patience) throws IOException {
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(patience.silenceMs());
  }

  private static <M extends Message> M expect(Class<M> type, Message message) throws IOException {
    if (message instanceof Message.Refusal refusal) {
      throw new AuthenticationException("the coordinator refuses: " + printable(refusal.reason()));
    }
    if (!type.isInstance(message)) {
      throw new ProtocolException(
          message.getClass().getSimpleName() + " came where " + type.getSimpleName() + " was due");
    }
    return type.cast(message);
  }

  private static String printable(String text) {
    return text == null ? "" : text.replaceAll("[^ -~]", "?");
  }

  private void beat() {
    try {
      while (!closed.await(HEARTBEAT_MS, TimeUnit.MILLISECONDS)) {
        send(new Message.Heartbeat());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      assert e.getMessage() != null || socket.isClosed();
    }
  }
}
