package maestro.control;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.DefaultHttpContent;
import java.nio.charset.StandardCharsets;

/**
 * A client that listens to events. It gets the next ones when it has taken those before: what waits
 * for it is its place in the ring. Confined to the control thread.
 */
final class EventListener {
  private static final String HEARTBEAT = ":\n\n";
  private static final String RETRY = "retry: 2000\n\n";

  private final Channel channel;
  private final EventRing ring;
  private long place;
  private long takenNs;
  private long sentNs;
  private ChannelFuture lastWrite;

  /** Whether it is pumped when the last write has ended. */
  private boolean goesOn;

  /**
   * Makes a listener.
   *
   * @param place the number of the first event that it gets
   */
  EventListener(Channel channel, EventRing ring, long place, long nowNs) {
    this.channel = channel;
    this.ring = ring;
    this.place = place;
    this.takenNs = nowNs;
    this.sentNs = nowNs;
    this.lastWrite = channel.newSucceededFuture();
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

  /** Sends events for as long as the client takes them, and goes on when it has taken some. */
  void pump(long nowNs) {
    while (place < ring.next() && channel.isWritable()) {
      if (place < ring.oldest()) {
        say("missed", "{\"missed\":" + (ring.oldest() - place) + "}", nowNs);
        place = ring.oldest();
      }
      EventRing.Event event = ring.get(place);
      place++;
      write(
          "id: %s\nevent: %s\ndata: %s\n\n".formatted(event.id(), event.type(), event.json()),
          nowNs);
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

  private void say(String type, String data, long nowNs) {
    write("event: " + type + "\ndata: " + data + "\n\n", nowNs);
  }

  /** Says that the connection lives, unless something was sent since. */
  void beat(long nowNs, long intervalNs) {
    if (nowNs - sentNs >= intervalNs && channel.isWritable()) {
      write(HEARTBEAT, nowNs);
    }
  }

  private void write(String text, long nowNs) {
    sentNs = nowNs;
    ByteBuf bytes = Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.UTF_8));
    lastWrite = channel.writeAndFlush(new DefaultHttpContent(bytes));
  }
}
