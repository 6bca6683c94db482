package maestro.control.rest;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Supplier;
import maestro.control.http.Answer;
import maestro.control.http.Endpoint;
import maestro.control.http.GzipParts;
import maestro.control.http.Listener;
import maestro.control.http.Listeners;
import maestro.control.http.Question;
import maestro.control.http.Reply;
import maestro.control.http.Shared;
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
 *   <li>With the first overview, with every fifth, and after a change comes what changes less
 *       often, each as an event of its own. A listener that skips that gets it with the next.
 * </ol>
 *
 * <p>Confined to the control thread.
 */
public final class Overviews implements Endpoint {
  /** With every how many overviews the others come. */
  static final int OTHERS_EVERY = 5;

  private static final Logger LOG = LoggerFactory.getLogger(Overviews.class);
  private static final byte[] END = "\n\n".getBytes(StandardCharsets.UTF_8);

  private final Shared overview;
  private final Map<String, Supplier<Answer>> others;
  private final Listeners listeners;
  private final Part brief = new Part(false);
  private final Part whole = new Part(true);

  /** Of the current overview. */
  private long number = OTHERS_EVERY;

  private int listening;

  /**
   * Nobody listens yet.
   *
   * @param overview as a document on one line
   * @param others what changes less often, by the names of the events; documents on one line
   */
  public Overviews(Shared overview, Map<String, Supplier<Answer>> others, Listeners listeners) {
    this.overview = overview;
    this.others = others;
    this.listeners = listeners;
  }

  @Override
  public Reply answer(Question question) {
    return Listeners.isWanted(question)
        ? listeners.admit(true, OverviewFeed::new)
        : overview.answer(question);
  }

  /** There is a new one; {@link Listeners#pump} sends it. */
  public void outdated() {
    number++;
    makeAnew();
  }

  /** There is a new one, and the others may be new. */
  public void changed() {
    number += OTHERS_EVERY - number % OTHERS_EVERY;
    makeAnew();
  }

  private void makeAnew() {
    overview.outdated();
    forget();
  }

  private void forget() {
    brief.forget();
    whole.forget();
  }

  /** What is sent for one overview: it alone, or with the others before it. */
  private final class Part {
    private final boolean withOthers;

    /** Empty while nobody has taken it. */
    private ByteBuf plain = Unpooled.EMPTY_BUFFER;

    /** The same, compressed. */
    private ByteBuf compressed = Unpooled.EMPTY_BUFFER;

    Part(boolean withOthers) {
      this.withOthers = withOthers;
    }

    ByteBuf plain() {
      if (!plain.isReadable()) { // 1
        plain = direct(events());
      }
      return plain;
    }

    ByteBuf compressed() {
      if (!compressed.isReadable()) { // 1
        compressed = direct(GzipParts.part(events()));
      }
      return compressed;
    }

    void forget() {
      plain.release();
      plain = Unpooled.EMPTY_BUFFER;
      compressed.release();
      compressed = Unpooled.EMPTY_BUFFER;
    }

    private byte[] events() {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      try {
        if (withOthers) {
          others.forEach((name, other) -> add(all, name, other.get())); // 3
        }
        add(all, "overview", overview.current());
      } catch (RuntimeException e) {
        LOG.error("cannot make the overview for the clients of the page", e);
        return END;
      }
      return all.toByteArray();
    }
  }

  private static void add(ByteArrayOutputStream all, String name, Answer answer) {
    all.writeBytes(("event: " + name + "\ndata: ").getBytes(StandardCharsets.UTF_8));
    answer.addBody(all);
    all.writeBytes(END);
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
      Part part = last < number - number % OTHERS_EVERY ? whole : brief; // 3
      last = number; // 2
      return (isCompressed ? part.compressed() : part.plain()).retainedDuplicate();
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
