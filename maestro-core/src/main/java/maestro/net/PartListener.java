package maestro.net;

import java.nio.ByteBuffer;

/**
 * Takes the answer to a request part by part, as it comes, so that nothing of it has to be kept.
 *
 * <p>Threads: the holder of the switch's claim, in the order of what the switch sends.
 */
@FunctionalInterface
public interface PartListener {
  /**
   * A message has come that answers the request: one part, an ERROR, or whatever else has its
   * transaction id. How many there will be only they say.
   *
   * @param b the bytes, valid during the call
   * @param at where the message begins; its header is right
   * @param length bytes of it
   */
  void onPart(ByteBuffer b, int at, int length);
}
