package maestro.control.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The clients that hear server-sent events: all that ask with {@code Accept: text/event-stream}.
 *
 * <ol>
 *   <li>A listener has what its {@link Listener.Feed} keeps for it, and on their way a few KiB and
 *       the part that it takes now, nothing more.
 *   <li>One that takes nothing for a while, though something waits for it, is closed.
 *   <li>When there are too many, one that takes nothing makes room; if all of them take, the new
 *       one is refused.
 * </ol>
 *
 * <p>Confined to the control thread.
 */
public final class Listeners {
  private static final String STREAM = "text/event-stream";
  private static final Answer TOO_MANY =
      Answer.problem(503, "Service Unavailable", "too many listeners").with("Retry-After", "10");

  /** Makes what a new listener hears. */
  @FunctionalInterface
  public interface Feeds {
    /**
     * Makes it for one listener.
     *
     * @param compressed whether the parts are to be those of {@link GzipParts}
     */
    Listener.Feed begin(boolean compressed);
  }

  private final int most;
  private final long mostSilenceNs;
  private final long beatNs;
  private final Map<Channel, Listener> all = new LinkedHashMap<>();

  /**
   * Nobody listens yet.
   *
   * @param most how many may listen
   * @param mostSilence how long a listener may take nothing
   * @param beat a listener hears something at least so often
   */
  public Listeners(int most, Duration mostSilence, Duration beat) {
    this.most = most;
    this.mostSilenceNs = mostSilence.toNanos();
    this.beatNs = beat.toNanos();
  }

  /** Whether a client wants to listen. */
  public static boolean isWanted(Question question) {
    return question.header("Accept").contains(STREAM);
  }

  /**
   * Answers a client that wants to listen.
   *
   * @param compressible whether the feeds can be compressed
   */
  public Reply admit(boolean compressible, Feeds feeds) {
    if (all.size() >= most && !makeRoom()) { // 3
      return TOO_MANY;
    }
    return new Stream(
        STREAM,
        compressible,
        (channel, compressed) -> begin(channel, feeds.begin(compressed), compressed));
  }

  private boolean makeRoom() {
    long nowNs = System.nanoTime();
    Optional<Listener> silent =
        all.values().stream()
            .filter(each -> !each.isTaking())
            .max(Comparator.comparingLong(each -> each.silenceNs(nowNs)));
    silent.ifPresent(this::close);
    return silent.isPresent();
  }

  private void close(Listener listener) {
    all.remove(listener.channel());
    ChannelFuture unused = listener.channel().close();
  }

  private void begin(Channel channel, Listener.Feed feed, boolean compressed) {
    long nowNs = System.nanoTime();
    Listener listener = new Listener(channel, feed, compressed, nowNs);
    all.put(channel, listener);
    channel
        .closeFuture()
        .addListener(
            closed -> {
              all.remove(channel);
              listener.end();
            });
    listener.pump(nowNs);
  }

  /** How many listen. */
  public int count() {
    return all.size();
  }

  /**
   * Sends what is new, and closes those that take nothing. To be called once a second, and when
   * there is something new.
   */
  public void pump(long nowNs) {
    List<Listener> silent = new ArrayList<>();
    for (Listener each : List.copyOf(all.values())) { // a failed write closes, which removes
      each.pump(nowNs);
      each.beat(nowNs, beatNs);
      if (each.silenceNs(nowNs) > mostSilenceNs) { // 2
        silent.add(each);
      }
    }
    silent.forEach(this::close);
  }
}
