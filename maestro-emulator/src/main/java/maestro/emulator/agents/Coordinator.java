package maestro.emulator.agents;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import maestro.emulator.engine.LoadRunner;
import maestro.emulator.engine.Progress;
import maestro.emulator.engine.plan.LoadPlan;
import maestro.emulator.engine.result.LoadResult;

/**
 * Runs a load on agents on other machines, and sums their counts.
 *
 * <pre>{@code
 * try (Coordinator agents = Coordinator.listen(address, secret, 2, System.err::println)) {
 *   agents.await();
 *   Emulation.run(scenario, controller, "mine", CpuMeter.NONE, agents, Progress.NONE);
 * }
 * }</pre>
 *
 * <p>An agent that is lost in a run is replaced in the next one, by one that has connected
 * meanwhile. One thread calls {@link #await} and {@link #run}; {@link #close} is for any thread.
 */
public final class Coordinator implements LoadRunner, Closeable {
  private static final int MOST_UNPROVED = 64;

  /** A message of one agent; the message is null when the agent is lost. */
  record Event(AgentSlot agent, Message message, String lost) {}

  private final ServerSocket server;
  private final Secret secret;
  private final int agentCount;
  private final Consumer<String> say;
  private final Patience patience;
  private final Semaphore unproved = new Semaphore(MOST_UNPROVED);
  private final BlockingQueue<AgentLink> arrived = new LinkedBlockingQueue<>();
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final AgentPlaces places;
  private long runs;

  private Coordinator(
      ServerSocket server, Secret secret, int agentCount, Consumer<String> say, Patience patience) {
    this.server = server;
    this.secret = secret;
    this.agentCount = agentCount;
    this.say = say;
    this.patience = patience;
    this.places = new AgentPlaces(agentCount, arrived, events, patience, say);
  }

  /**
   * Listens for agents.
   *
   * @param agentCount how many agents take part
   * @param say receives single lines for an operator, from any thread
   */
  public static Coordinator listen(
      InetSocketAddress address, Secret secret, int agentCount, Consumer<String> say)
      throws IOException {
    return listen(address, secret, agentCount, say, Patience.USUAL);
  }

  static Coordinator listen(
      InetSocketAddress address,
      Secret secret,
      int agentCount,
      Consumer<String> say,
      Patience patience)
      throws IOException {
    ServerSocket server = new ServerSocket();
    try {
      server.setReuseAddress(true);
      server.bind(address);
    } catch (IOException e) {
      server.close();
      throw new IOException(
          "cannot listen for agents on "
              + address.getHostString()
              + ":"
              + address.getPort()
              + ": "
              + e.getMessage(),
          e);
    }
    Coordinator coordinator = new Coordinator(server, secret, agentCount, say, patience);
    Thread thread = new Thread(coordinator::accept, "agents-accept");
    thread.setDaemon(true);
    thread.start();
    return coordinator;
  }

  /** The address on which it listens, with the real port. */
  InetSocketAddress address() {
    return (InetSocketAddress) server.getLocalSocketAddress();
  }

  @Override
  public int agentCount() {
    return agentCount;
  }

  /** Waits until all agents have connected. */
  public void await() throws InterruptedException {
    places.fill(address().getHostString() + ":" + address().getPort());
  }

  @Override
  public LoadResult run(LoadPlan plan, InetSocketAddress controller, Progress progress) {
    try {
      places.replaceLost();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // which ends the run at its begin
    }
    return new CoordinatedRun(++runs, places.taken(), events, plan, controller, patience)
        .run(progress);
  }

  @Override
  public void close() throws IOException {
    server.close();
    places.close();
    for (AgentLink link = arrived.poll(); link != null; link = arrived.poll()) {
      link.close();
    }
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        if (unproved.tryAcquire()) {
          Thread thread = new Thread(() -> meet(socket), "agents-meet");
          thread.setDaemon(true);
          thread.start();
        } else {
          socket.close();
        }
      } catch (IOException e) {
        if (!server.isClosed()) {
          say.accept("cannot accept an agent: " + e.getMessage());
        }
      }
    }
  }

  private void meet(Socket socket) {
    try {
      AgentLink link = AgentLink.toAgent(socket, secret, patience);
      arrived.add(link);
      if (server.isClosed()) {
        link.close();
      }
    } catch (IOException e) {
      String reason = e instanceof EOFException ? "it said nothing" : e.getMessage();
      say.accept("no agent: " + AgentSlot.text(socket) + ": " + reason);
      try {
        socket.close();
      } catch (IOException closing) {
        say.accept("cannot close a connection: " + closing.getMessage());
      }
    } finally {
      unproved.release();
    }
  }
}
