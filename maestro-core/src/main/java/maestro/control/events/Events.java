package maestro.control.events;

import java.util.Optional;
import maestro.control.http.Endpoint;
import maestro.control.http.Listeners;
import maestro.control.http.Queries;
import maestro.control.http.Question;
import maestro.control.http.Reply;
import maestro.metrics.OperatorEvent;

/**
 * The events of the controller. A client that asks with {@code Accept: text/event-stream} listens
 * to them; any other gets those that are kept, or those of them that it has not seen. Confined to
 * the control thread.
 */
public final class Events implements Endpoint {
  private final EventRing ring;
  private final Listeners listeners;

  /** Makes it without events. */
  public Events(EventRing ring, Listeners listeners) {
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
