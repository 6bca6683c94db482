package maestro.emulator.agents;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One emulator process that offers load for a coordinator on another machine.
 *
 * <p>It connects to the coordinator, retrying until the coordinator accepts. It serves the
 * coordinator until the connection ends, and then connects again. {@link #run} occupies the calling
 * thread; {@link #close} is for any thread.
 */
public final class Agent implements AutoCloseable {
  private static final int CONNECT_MS = 2000;
  private static final int PAUSE_MS = 500;

  private final InetSocketAddress coordinator;
  private final Secret secret;
  private final String name;
  private final Consumer<String> say;
  private final Patience patience;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile Socket socket;
  private String lastSaid = "";

  /**
   * Makes an agent; {@link #run} starts it.
   *
   * @param name the name that the coordinator shows; printable, without blanks
   * @param say receives single lines for an operator
   */
  public Agent(InetSocketAddress coordinator, Secret secret, String name, Consumer<String> say) {
    this(coordinator, secret, name, say, Patience.USUAL);
  }

  Agent(
      InetSocketAddress coordinator,
      Secret secret,
      String name,
      Consumer<String> say,
      Patience patience) {
    if (!AgentLink.isName(name)) {
      throw new IllegalArgumentException(
          "found '" + name + "'; allowed: up to 100 printable characters without blanks");
    }
    this.coordinator = coordinator;
    this.secret = secret;
    this.name = name;
    this.say = say;
    this.patience = patience;
  }

  /** Host name and process id. */
  public static String defaultName() {
    String host;
    try {
      host = InetAddress.getLocalHost().getHostName();
    } catch (IOException e) {
      host = "agent";
    }
    return host.replaceAll("[^!-~]", "_") + ":" + ProcessHandle.current().pid();
  }

  /**
   * Serves coordinators until it is closed.
   *
   * @throws AuthenticationException when the secrets of agent and coordinator differ
   */
  public void run() throws AuthenticationException, InterruptedException {
    sayOnce("waiting for a coordinator at " + text());
    do {
      try (Socket call = new Socket()) {
        socket = call;
        if (connect(call)) {
          serve(call);
        }
      } catch (AuthenticationException e) {
        throw e;
      } catch (IOException e) {
        if (closed.getCount() > 0) {
          sayOnce("the coordinator at " + text() + " is gone: " + reason(e) + "; waiting again");
        }
      }
    } while (!closed.await(PAUSE_MS, TimeUnit.MILLISECONDS));
  }

  @Override
  public void close() {
    closed.countDown();
    Socket call = socket;
    if (call != null) {
      try {
        call.close();
      } catch (IOException e) {
        sayOnce("cannot close: " + e.getMessage());
      }
    }
  }

  /** A refused connection is not reported: the agent waits for a coordinator to start. */
  private boolean connect(Socket call) {
    try {
      call.connect(coordinator, CONNECT_MS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private void serve(Socket call) throws IOException, InterruptedException {
    try (AgentLink link = AgentLink.toCoordinator(call, secret, name, patience)) {
      sayOnce("connected to the coordinator at " + text() + "; waiting for work");
      AgentRun run = null;
      try {
        while (true) {
          Message message = link.receive();
          if (message instanceof Message.Work work) {
            end(run);
            sayOnce("working for the coordinator at " + text());
            run = new AgentRun(work, link);
          } else if (message instanceof Message.Go go && run != null) {
            run.go(go);
          } else if (message instanceof Message.Crossings crossings && run != null) {
            run.arrive(crossings);
          } else if (message instanceof Message.Finish finish && run != null) {
            run.finish(finish);
          } else if (message instanceof Message.Stop stop && run != null) {
            run.stop(stop);
          } else {
            throw new ProtocolException(message.getClass().getSimpleName() + " was not due");
          }
        }
      } finally {
        end(run);
      }
    }
  }

  private static void end(AgentRun run) throws InterruptedException {
    if (run != null) {
      run.end();
    }
  }

  private static String reason(IOException e) {
    return e instanceof EOFException ? "it closed the connection" : e.getMessage();
  }

  private String text() {
    return coordinator.getHostString() + ":" + coordinator.getPort();
  }

  private void sayOnce(String line) {
    if (!line.equals(lastSaid)) {
      lastSaid = line;
      say.accept(line);
    }
  }
}
