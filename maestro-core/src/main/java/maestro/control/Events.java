package maestro.control;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import maestro.metrics.Happening;

/**
 * The events of the controller and the clients that listen to them. A client that asks with {@code
 * Accept: text/event-stream} listens; any other gets those that are kept, or those of them that it
 * has not seen.
 *
 * <ol>
 *   <li>A listener has a place in the ring and a few KiB on their way, nothing more.
 *   <li>One that takes nothing for a while, though something waits for it, is closed.
 *   <li>When there are too many, one that takes nothing makes room; if all of them take, the new
 *       one is refused.
 * </ol>
 *
 * <p>Confined to the control thread.
 */
final class Events implements Endpoint {
  private static final String STREAM = "text/event-stream";
  private static final Answer TOO_MANY =
      Answer.problem(503, "Service Unavailable", "too many listeners").with("Retry-After", "10");

  private final EventRing ring;
  private final int mostListeners;
  private final long mostSilenceNs;
  private final long beatNs;
  private final Map<Channel, EventListener> listeners = new LinkedHashMap<>();

  /**
   * Makes it without events.
   *
   * @param mostListeners how many may listen
   * @param mostSilence how long a listener may take nothing
   * @param beat a listener hears something at least so often
   */
  Events(EventRing ring, int mostListeners, Duration mostSilence, Duration beat) {
    this.ring = ring;
    this.mostListeners = mostListeners;
    this.mostSilenceNs = mostSilence.toNanos();
    this.beatNs = beat.toNanos();
  }

  @Override
  public Reply answer(Question question) throws RefusedQuestion {
    Optional<String> lastSeen =
        question.headers().get("Last-Event-ID").or(() -> Queries.value(question.query(), "after"));
    if (!question.header("Accept").contains(STREAM)) {
      return ring.from(lastSeen.map(ring::after).orElse(ring.oldest()));
    }
    if (listeners.size() >= mostListeners && !makeRoom()) { // 3
      return TOO_MANY;
    }
    long place = lastSeen.map(ring::after).orElse(ring.next());
    return new Stream(STREAM, channel -> begin(channel, place));
  }

  private boolean makeRoom() {
    long nowNs = System.nanoTime();
    Optional<EventListener> silent =
        listeners.values().stream()
            .filter(each -> !each.isTaking())
            .max(Comparator.comparingLong(each -> each.silenceNs(nowNs)));
    silent.ifPresent(this::close);
    return silent.isPresent();
  }

  private void close(EventListener listener) {
    listeners.remove(listener.channel());
    ChannelFuture unused = listener.channel().close();
  }

  private void begin(Channel channel, long place) {
    long nowNs = System.nanoTime();
    EventListener listener = new EventListener(channel, ring, place, nowNs);
    listeners.put(channel, listener);
    channel.closeFuture().addListener(closed -> listeners.remove(channel));
    listener.pump(nowNs);
  }

  /** How many listen. */
  int listenerCount() {
    return listeners.size();
  }

  /** Adds an event; {@link #pump} sends it. */
  void add(Happening happening) {
    ring.add(happening);
  }

  /** Sends what is new, and closes those that take nothing. To be called some times a second. */
  void pump(long nowNs) {
    List<EventListener> silent = new ArrayList<>();
    for (EventListener each : listeners.values()) {
      each.pump(nowNs);
      each.beat(nowNs, beatNs);
      if (each.silenceNs(nowNs) > mostSilenceNs) { // 2
        silent.add(each);
      }
    }
    silent.forEach(this::close);
  }
}
