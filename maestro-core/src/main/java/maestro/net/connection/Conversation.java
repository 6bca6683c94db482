package maestro.net.connection;

import java.nio.ByteBuffer;
import maestro.openflow.MalformedMessageException;

/**
 * What a connection knows of the conversation with its switch: which messages are flow requests,
 * and who handles all others.
 *
 * <p>Threads: for the holder of the connection's claim, unless a method says otherwise.
 */
public abstract class Conversation {
  /** Begins the conversation of each connection. */
  public interface Factory {
    /**
     * Begins a conversation.
     *
     * @param connection whose constructor calls this, as its first step that lets others see it
     */
    Conversation begin(Connection connection, long nowNs);
  }

  /** The clock, in nanoseconds. Any thread. */
  public abstract long nowNs();

  /**
   * The first two bytes of a flow request, version and type; a value that no message has before the
   * switch is admitted.
   */
  public abstract int requestTag();

  /**
   * Checks the header of a message that is no flow request. The rest of the message need not have
   * arrived: a malformed header is reported at once.
   *
   * @throws MalformedMessageException when the connection cannot go on
   */
  public abstract void checkHeader(ByteBuffer b, int at) throws MalformedMessageException;

  /**
   * Handles one message that is no flow request and has a valid header.
   *
   * @throws MalformedMessageException when the connection cannot go on
   */
  public abstract void onMessage(ByteBuffer b, int at, int length) throws MalformedMessageException;

  /**
   * Counts a malformed message, and tells the switch when the protocol has an ERROR for it.
   *
   * @param bytes how many bytes there are from the message on
   */
  public abstract void malformed(ByteBuffer b, int at, int bytes);

  /** Whether the switch was sent the reason for the close. */
  public abstract boolean saidWhy();

  /** Called when the connection is closed: nothing more is answered. */
  public abstract void end();

  /** Called when no worker serves the connection any more. */
  public abstract void closed();

  /** The switch, for a log line. Any thread. */
  public abstract String describe();
}
