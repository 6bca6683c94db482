package maestro;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import maestro.api.RefusedException;
import maestro.net.PartListener;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/**
 * Gathers the bytes of a switch's answer about its flow entries, up to a bound. It copies them and
 * does nothing else, since it runs under the switch's claim.
 */
final class EntryAnswer implements PartListener {
  /** Some 2,700 entries, which take some 30 ms to read. */
  static final int MOST_BYTES = 256 * 1024;

  private static final int FLAGS = 10;
  private static final int LEAST_BYTES = 12;
  private static final int MORE = 1;

  /**
   * The parts of an answer.
   *
   * @param isWhole whether no part is missing
   */
  record Parts(List<byte[]> messages, boolean isWhole) {}

  private final CompletableFuture<Parts> answer = new CompletableFuture<>();
  private final List<byte[]> messages = new ArrayList<>();
  private int bytes;

  /** Completed by the holder of the claim, who must not be held up. */
  CompletableFuture<Parts> answer() {
    return answer;
  }

  @Override
  public void onPart(ByteBuffer b, int at, int length) {
    if (answer.isDone()) {
      return;
    }
    if (length < LEAST_BYTES || Header.type(b, at) == OpenFlow.ERROR) {
      answer.completeExceptionally(new RefusedException("the switch refuses to answer", null));
      return;
    }
    byte[] message = new byte[length];
    b.get(at, message);
    messages.add(message);
    bytes += length;
    if ((b.getShort(at + FLAGS) & MORE) == 0) {
      answer.complete(new Parts(messages, true));
    } else if (bytes >= MOST_BYTES) {
      answer.complete(new Parts(messages, false));
    }
  }
}
