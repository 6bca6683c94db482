package maestro.control;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The overview, once or again and again. A client that asks with {@code Accept: text/event-stream}
 * gets it now, and again whenever it was measured or changed; any other gets it once.
 *
 * <ol>
 *   <li>It is made when the first listener takes it, and its bytes are in memory once, for all.
 *   <li>A listener that has not taken the one before gets the newest when it has; those between are
 *       skipped.
 * </ol>
 *
 * <p>Confined to the control thread.
 */
final class Overviews implements Endpoint {
  private static final Logger LOG = LoggerFactory.getLogger(Overviews.class);
  private static final byte[] BEGIN = "event: overview\ndata: ".getBytes(StandardCharsets.UTF_8);
  private static final byte[] END = "\n\n".getBytes(StandardCharsets.UTF_8);

  private final Shared overview;
  private final Listeners listeners;

  /** Empty while nobody has taken it. */
  private ByteBuf plain = Unpooled.EMPTY_BUFFER;

  /** The same, compressed. */
  private ByteBuf compressed = Unpooled.EMPTY_BUFFER;

  /** Of the current overview. */
  private long number = 1;

  private int listening;

  /**
   * Nobody listens yet.
   *
   * @param overview as a document on one line
   */
  Overviews(Shared overview, Listeners listeners) {
    this.overview = overview;
    this.listeners = listeners;
  }

  @Override
  public Reply answer(Question question) {
    return Listeners.isWanted(question)
        ? listeners.admit(true, OverviewFeed::new)
        : overview.answer(question);
  }

  /** There is a new one; {@link Listeners#pump} sends it. */
  void outdated() {
    overview.outdated();
    number++;
    forget();
  }

  private void forget() {
    plain.release();
    plain = Unpooled.EMPTY_BUFFER;
    compressed.release();
    compressed = Unpooled.EMPTY_BUFFER;
  }

  private ByteBuf plain() {
    if (!plain.isReadable()) { // 1
      plain = direct(event());
    }
    return plain;
  }

  private ByteBuf compressed() {
    if (!compressed.isReadable()) { // 1
      compressed = direct(GzipParts.part(event()));
    }
    return compressed;
  }

  private byte[] event() {
    try {
      return overview.current().bodyBetween(BEGIN, END);
    } catch (RuntimeException e) {
      LOG.error("no overview for those that listen", e);
      return END;
    }
  }

  /** In memory that a socket takes without a copy. */
  private static ByteBuf direct(byte[] bytes) {
    return Unpooled.directBuffer(bytes.length, bytes.length).writeBytes(bytes);
  }

  /** The overviews for one listener. */
  private final class OverviewFeed implements Listener.Feed {
    private final boolean isCompressed;

    /** The number of the last one that it got. */
    private long last;

    OverviewFeed(boolean isCompressed) {
      this.isCompressed = isCompressed;
      listening++;
    }

    @Override
    public boolean isBehind() {
      return last < number;
    }

    @Override
    public ByteBuf next() {
      last = number; // 2
      return (isCompressed ? compressed() : plain()).retainedDuplicate();
    }

    @Override
    public void end() {
      listening--;
      if (listening == 0) {
        forget();
      }
    }
  }
}
