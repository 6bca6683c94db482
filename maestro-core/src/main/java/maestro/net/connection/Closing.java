package maestro.net.connection;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import maestro.net.socket.GracefulClose;
import maestro.net.socket.OutputBuffer;
import maestro.net.socket.TlsChannel;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The reason for which a connection is closed, and the end of its stream.
 *
 * <p>Threads: {@link #request}, {@link #malformed} and {@link #reason} are for any; the others are
 * for the thread that closes the connection.
 */
public final class Closing {
  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

  private final Conversation conversation;
  private final SocketChannel channel;

  /** Null on a port that is plain TCP. */
  private final @Nullable TlsChannel tls;

  private final ByteChannel stream;
  private final OutputBuffer output;

  /** Volatile: null while the connection is not to be closed. The first reason stays. */
  private volatile @Nullable String reason;

  /** Whether the switch itself caused the close; handed over to the conductor with the close. */
  private boolean atFault;

  /** Handed over to the conductor with the close. */
  private boolean lingers;

  Closing(
      Conversation conversation,
      SocketChannel channel,
      @Nullable TlsChannel tls,
      ByteChannel stream,
      OutputBuffer output) {
    this.conversation = conversation;
    this.channel = channel;
    this.tls = tls;
    this.stream = stream;
    this.output = output;
  }

  void request(String newReason) {
    if (reason == null) {
      reason = newReason;
    }
  }

  @Nullable String reason() {
    return reason;
  }

  /** The message of a failure, as a reason; the name of its class when it has no message. */
  static String textOf(Exception failure) {
    String message = failure.getMessage();
    return message == null ? failure.getClass().getSimpleName() : message;
  }

  /** Handles an error of this program in the handling of a message. */
  public void brokenByUs(Throwable e) {
    LOG.error("{} is closed after an error that should not happen", conversation.describe(), e);
    request("internal error: " + e);
  }

  /**
   * Handles malformed input: sends an ERROR, counts it and requests the close. Does so once per
   * connection. For the holder of the claim.
   *
   * @param at where the message begins
   * @param bytes how many bytes there are from the message on
   */
  public void malformed(String details, ByteBuffer b, int at, int bytes) {
    if (reason == null) {
      request("malformed: " + details);
      atFault = true;
      conversation.malformed(b, at, bytes);
    }
  }

  /** Whether the switch itself caused the close. For the conductor, once it is closed. */
  public boolean isAtFault() {
    return atFault;
  }

  /**
   * Ends the stream, or leaves the socket open when the switch was sent the reason.
   *
   * @param interest reports no more input of a socket that stays open
   */
  void close(Interest interest) {
    lingers = conversation.saidWhy();
    if (lingers) {
      output.takeNoMore();
      interest.end();
    } else {
      endStream();
    }
  }

  /** Whether the socket is still open after the close. For the conductor, once it is closed. */
  public boolean lingers() {
    return lingers;
  }

  /** Closes the socket and drops the output that waits. */
  public void endStream() {
    output.close();
    try {
      stream.close();
    } catch (IOException e) {
      request(textOf(e));
    }
  }

  /** Closes the socket when the claim is never released because its holder has ended. */
  public void closeSocket() {
    try {
      channel.close();
    } catch (IOException e) {
      request(textOf(e));
    }
  }

  /** Makes the graceful close of the stream. For when no worker serves the connection any more. */
  public GracefulClose gracefulClose() {
    return new GracefulClose(channel, tls, output);
  }
}
