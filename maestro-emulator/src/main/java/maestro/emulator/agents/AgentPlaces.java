package maestro.emulator.agents;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The agents of a coordinator: the places of those that take part, in order, and the spare ones.
 *
 * <p>The place of an agent decides which switches it has. A lost agent keeps its place until the
 * next run, in which a spare one takes it, or one that connects within {@link
 * Patience#replacementNs}. All methods belong to one thread, except {@link #close}, which is for
 * any.
 */
final class AgentPlaces {
  private static final long POLL_MS = 50;

  private final int count;
  private final BlockingQueue<AgentLink> arrived;
  private final BlockingQueue<Coordinator.Event> events;
  private final Patience patience;
  private final Consumer<String> say;
  private final List<AgentSlot> taken = new CopyOnWriteArrayList<>();
  private final List<AgentSlot> spare = new CopyOnWriteArrayList<>();

  /**
   * Makes places that are all free.
   *
   * @param arrived receives the agents that have proved the secret
   * @param events receives the messages of all agents
   * @param say receives single lines for an operator
   */
  AgentPlaces(
      int count,
      BlockingQueue<AgentLink> arrived,
      BlockingQueue<Coordinator.Event> events,
      Patience patience,
      Consumer<String> say) {
    this.count = count;
    this.arrived = arrived;
    this.events = events;
    this.patience = patience;
    this.say = say;
  }

  /** The agents that have a place, in order; some may be lost. */
  List<AgentSlot> taken() {
    return Collections.unmodifiableList(taken);
  }

  /**
   * Waits until each place is taken. An agent that leaves meanwhile gives its place up.
   *
   * @param address where agents are awaited, for an operator
   */
  void fill(String address) throws InterruptedException {
    int said = -1;
    while (said < count) {
      taken.removeIf(this::hasLeft);
      while (taken.size() < count && !spare.isEmpty()) {
        taken.add(spare.remove(0));
      }
      if (taken.size() != said) {
        said = taken.size();
        say.accept(said + " of " + count + " agents are here, at " + address);
      }
      if (said < count) {
        meet(POLL_MS);
      }
    }
  }

  /** Gives the places of lost agents to others, for which it waits a short time. */
  void replaceLost() throws InterruptedException {
    meet(0);
    long untilNs = System.nanoTime() + patience.replacementNs();
    boolean saidThatItWaits = false;
    while (replaceBySpare() && untilNs - System.nanoTime() > 0) {
      if (!saidThatItWaits) {
        saidThatItWaits = true;
        say.accept(
            "waiting up to "
                + TimeUnit.NANOSECONDS.toSeconds(patience.replacementNs())
                + " s for an agent in the place of "
                + taken.stream().filter(AgentSlot::isLost).findFirst().orElseThrow().title());
      }
      meet(POLL_MS);
    }
  }

  void close() throws IOException {
    for (AgentSlot agent : taken) {
      agent.close();
    }
    for (AgentSlot agent : spare) {
      agent.close();
    }
  }

  /** Returns whether the place of a lost agent is still not taken by another one. */
  private boolean replaceBySpare() {
    for (int place = 0; place < taken.size(); place++) {
      AgentSlot agent = taken.get(place);
      if (agent.isLost()) {
        if (spare.isEmpty()) {
          return true;
        }
        AgentSlot other = spare.remove(0);
        say.accept(other.title() + " takes the place of " + agent.title());
        taken.set(place, other);
      }
    }
    return false;
  }

  /** Lets those that have arrived be spare, after a wait for the first, and notices who is lost. */
  private void meet(long waitMs) throws InterruptedException {
    AgentLink link = arrived.poll(waitMs, TimeUnit.MILLISECONDS);
    while (link != null) {
      spare.add(new AgentSlot(link, events));
      link = arrived.poll();
    }
    for (Coordinator.Event event = events.poll(); event != null; event = events.poll()) {
      if (event.message() == null) {
        event.agent().lose(event.lost());
      }
    }
    spare.removeIf(this::hasLeft);
  }

  private boolean hasLeft(AgentSlot agent) {
    if (agent.isLost()) {
      say.accept(agent.title() + " left: " + agent.lost());
    }
    return agent.isLost();
  }
}
