package maestro.control.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.DefaultHttpContent;
import java.nio.charset.StandardCharsets;

/**
 * A client that hears server-sent events. It gets the next ones when it has taken those before.
 * Confined to the control thread.
 */
public final class Listener {
  /** What a listener hears. Confined to the control thread. */
  public interface Feed {
    /** Whether there is something that the client has not got. */
    boolean isBehind();

    /** The next part of that, as it is sent; the caller releases it. */
    ByteBuf next();

    /** The client hears no more. */
    default void end() {}
  }

  private static final byte[] HEARTBEAT = ":\n\n".getBytes(StandardCharsets.UTF_8);
  private static final byte[] RETRY = "retry: 2000\n\n".getBytes(StandardCharsets.UTF_8);

  private final Channel channel;
  private final Feed feed;
  private final boolean compressed;
  private long takenNs;
  private long sentNs;
  private ChannelFuture lastWrite;

  /** Whether it is pumped when the last write has ended. */
  private boolean goesOn;

  /**
   * Makes a listener.
   *
   * @param compressed whether the answer is gzip, as {@link GzipParts} makes it; the feed gives
   *     such parts then
   */
  Listener(Channel channel, Feed feed, boolean compressed, long nowNs) {
    this.channel = channel;
    this.feed = feed;
    this.compressed = compressed;
    this.takenNs = nowNs;
    this.sentNs = nowNs;
    this.lastWrite = channel.newSucceededFuture();
    if (compressed) {
      write(Unpooled.wrappedBuffer(GzipParts.HEAD), nowNs);
    }
    write(RETRY, nowNs);
  }

  Channel channel() {
    return channel;
  }

  /** Whether the client takes what it gets. */
  boolean isTaking() {
    return channel.isWritable();
  }

  /** For how long it has taken nothing of what waits for it. */
  long silenceNs(long nowNs) {
    return channel.isWritable() ? 0 : nowNs - takenNs;
  }

  /** Sends what is new for as long as the client takes it, and goes on when it has taken some. */
  void pump(long nowNs) {
    while (channel.isWritable() && feed.isBehind()) {
      write(feed.next(), nowNs);
    }
    if (channel.isWritable()) {
      takenNs = nowNs;
    } else if (!goesOn) {
      goesOn = true;
      lastWrite.addListener(
          written -> {
            goesOn = false;
            if (written.isSuccess()) {
              pump(System.nanoTime());
            }
          });
    }
  }

  /** Says that the connection lives, unless something was sent since. */
  void beat(long nowNs, long intervalNs) {
    if (nowNs - sentNs >= intervalNs && channel.isWritable()) {
      write(HEARTBEAT, nowNs);
    }
  }

  /** The connection has ended. */
  void end() {
    feed.end();
  }

  private void write(byte[] text, long nowNs) {
    write(Unpooled.wrappedBuffer(compressed ? GzipParts.part(text) : text), nowNs);
  }

  private void write(ByteBuf bytes, long nowNs) {
    sentNs = nowNs;
    lastWrite = channel.writeAndFlush(new DefaultHttpContent(bytes));
  }
}
