package maestro.emulator.agents;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import maestro.emulator.engine.LoadResult;

/**
 * An agent as its coordinator knows it. A thread of its own reads what it says into the queue; all
 * fields belong to the thread that takes from there.
 */
final class AgentSlot {
  /** With more events waiting, discovery frames are lost. */
  private static final int MOST_WAITING = 1024;

  private final AgentLink link;
  private final Queue<Coordinator.Event> events;

  final List<LoadResult.SwitchCounts> counts = new ArrayList<>();
  Message.Status status;
  boolean ready;
  Message.Done done;

  /** Why it is lost, one line; empty while it is here. */
  String lost = "";

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

  /** Whether nothing more of it is to come in this run. */
  boolean isFinished() {
    return done != null || !lost.isEmpty();
  }

  /** As an operator is told about it. */
  String title() {
    return "agent " + link.name() + " (" + text(link.remote()) + ")";
  }

  /** Sends, when it is still here; that it is not, its reader tells. */
  void send(Message message) {
    if (lost.isEmpty()) {
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
