package maestro.emulator.agents;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import maestro.emulator.engine.result.LoadResult;

/**
 * The state of one agent in its coordinator. A thread of its own reads the agent's messages into
 * the queue. All fields belong to the thread that takes messages from the queue.
 */
final class AgentSlot {
  /** When more events wait, discovery frames are dropped. */
  private static final int MOST_WAITING = 1024;

  private final AgentLink link;
  private final Queue<Coordinator.Event> events;

  final List<LoadResult.SwitchCounts> counts = new ArrayList<>();
  Message.Status status;
  boolean ready;
  Message.Done done;

  private String lost = "";

  AgentSlot(AgentLink link, Queue<Coordinator.Event> events) {
    this.link = link;
    this.events = events;
    Thread reader = new Thread(this::read, "agent-" + link.name());
    reader.setDaemon(true);
    reader.start();
  }

  /** Forgets the last run. */
  void begin() {
    counts.clear();
    status = null;
    ready = false;
    done = null;
  }

  /** Records that the agent is lost, for a reason of one line; the first reason stays. */
  void lose(String reason) {
    if (lost.isEmpty()) {
      lost = reason;
    }
  }

  boolean isLost() {
    return !lost.isEmpty();
  }

  /** The reason for the loss of the agent; empty while it is connected. */
  String lost() {
    return lost;
  }

  /** Whether the agent has sent everything for this run, or is lost. */
  boolean isFinished() {
    return done != null || isLost();
  }

  /** The agent's name and address, for an operator. */
  String title() {
    return "agent " + link.name() + " (" + text(link.remote()) + ")";
  }

  /**
   * Sends a message, if the agent is connected. The reading thread reports the loss of the agent.
   */
  void send(Message message) {
    if (!isLost()) {
      try {
        link.send(message);
      } catch (IOException e) {
        events.add(new Coordinator.Event(this, null, e.getMessage()));
      }
    }
  }

  void close() throws IOException {
    link.close();
  }

  static String text(Socket socket) {
    return text((InetSocketAddress) socket.getRemoteSocketAddress());
  }

  private static String text(InetSocketAddress address) {
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }

  private void read() {
    try (link) {
      while (true) {
        Message message = link.receive();
        boolean mayBeLost = message instanceof Message.Crossings;
        if (!mayBeLost || events.size() < MOST_WAITING) {
          events.add(new Coordinator.Event(this, message, ""));
        }
      }
    } catch (IOException e) {
      events.add(new Coordinator.Event(this, null, e.getMessage()));
    }
  }
}
