package maestro.control;

import java.util.Optional;
import maestro.metrics.OperatorEvent;

/**
 * The events of the controller. A client that asks with {@code Accept: text/event-stream} listens
 * to them; any other gets those that are kept, or those of them that it has not seen. Confined to
 * the control thread.
 */
final class Events implements Endpoint {
  private final EventRing ring;
  private final Listeners listeners;

  /** Makes it without events. */
  Events(EventRing ring, Listeners listeners) {
    this.ring = ring;
    this.listeners = listeners;
  }

  @Override
  public Reply answer(Question question) {
    Optional<String> lastSeen =
        question.headers().get("Last-Event-ID").or(() -> Queries.value(question.query(), "after"));
    if (!Listeners.isWanted(question)) {
      return ring.from(lastSeen.map(ring::after).orElse(ring.oldest()));
    }
    long place = lastSeen.map(ring::after).orElse(ring.next());
    return listeners.admit(false, compressed -> new EventFeed(ring, place));
  }

  /** Adds an event; {@link Listeners#pump} sends it. */
  void add(OperatorEvent event) {
    ring.add(event);
  }
}
