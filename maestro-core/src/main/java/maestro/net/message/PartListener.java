package maestro.net.message;

import java.nio.ByteBuffer;

/**
 * Takes the answer to a request part by part, so that the session keeps none of it.
 *
 * <p>Threads: called by the holder of the switch's claim, in the order of the stream.
 */
@FunctionalInterface
public interface PartListener {
  /**
   * Called for each message with the transaction id of the request: a part, an ERROR, or another
   * message. Only the parts say how many follow.
   *
   * @param b the bytes, valid during the call
   * @param at where the message begins; its header is valid
   * @param length bytes of the message
   */
  void onPart(ByteBuffer b, int at, int length);

  /**
   * Called by any thread when no part will come any more, since the switch has left, or belongs to
   * others now. Not called after {@code Session.ignore}.
   */
  default void ended() {}
}
