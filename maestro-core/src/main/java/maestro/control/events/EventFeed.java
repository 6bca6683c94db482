package maestro.control.events;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import maestro.control.http.Listener;

/**
 * The events for one listener: what waits for it is its place in the ring. Confined to the control
 * thread.
 */
final class EventFeed implements Listener.Feed {
  private final EventRing ring;
  private long place;

  /**
   * Makes the events for a listener.
   *
   * @param place the number of the first event that it gets
   */
  EventFeed(EventRing ring, long place) {
    this.ring = ring;
    this.place = place;
  }

  @Override
  public boolean isBehind() {
    return place < ring.next();
  }

  @Override
  public ByteBuf next() {
    return Unpooled.wrappedBuffer(text().getBytes(StandardCharsets.UTF_8));
  }

  private String text() {
    long missed = ring.oldest() - place;
    if (missed > 0) {
      place = ring.oldest();
      return "event: missed\ndata: {\"missed\":" + missed + "}\n\n";
    }
    EventRing.Event event = ring.get(place);
    place++;
    return "id: %s\nevent: %s\ndata: %s\n\n".formatted(event.id(), event.type(), event.json());
  }
}
