package maestro.net.session;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import maestro.api.RefusedException;
import maestro.net.message.PartListener;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;
import maestro.openflow.entry.FlowStatsEncoder;

/**
 * Gathers the bytes of a switch's answer about its flow entries, up to a bound. It copies them and
 * does nothing else, since it runs under the switch's claim.
 */
public final class EntryAnswer implements PartListener {
  private static final int FLAGS = 10;
  private static final int LEAST_BYTES = 12;
  private static final int MORE = 1;

  /**
   * The parts of an answer.
   *
   * @param isWhole whether no part is missing
   */
  public record Parts(List<byte[]> messages, boolean isWhole) {}

  private final CompletableFuture<Parts> answer = new CompletableFuture<>();
  private final List<byte[]> messages = new ArrayList<>();
  private final Session session;
  private final int mostBytes;
  private int xid;
  private int bytes;

  private EntryAnswer(Session session, int mostBytes) {
    this.session = session;
    this.mostBytes = mostBytes;
  }

  /**
   * Asks a switch for all entries of all its tables. Any thread.
   *
   * @param mostBytes an answer that is longer ends there
   * @return the answer to come; {@link #forget} ends it. It has failed when the switch reads too
   *     slowly, or has left
   */
  public static EntryAnswer ask(Session session, int mostBytes) {
    EntryAnswer gatherer = new EntryAnswer(session, mostBytes);
    gatherer.xid = session.requests().listen(gatherer);
    ByteBuffer request = ByteBuffer.allocate(FlowStatsEncoder.REQUEST_BYTES);
    FlowStatsEncoder.request(request, 0, session.info().openFlowVersion(), gatherer.xid);
    if (gatherer.xid == 0) {
      gatherer.fail("the switch has left");
    } else if (!session.connection().send(request.array())) {
      gatherer.fail("the switch reads too slowly");
    }
    return gatherer;
  }

  /**
   * Completed by a thread that must not be held up. It fails with a {@link RefusedException} when
   * the switch refuses or leaves, and when the answer is forgotten; not when the switch is silent.
   */
  public CompletableFuture<Parts> answer() {
    return answer;
  }

  /** Takes no more of the answer. Any thread. */
  public void forget() {
    fail("no answer in time");
  }

  private void fail(String reason) {
    session.requests().ignore(xid);
    answer.completeExceptionally(new RefusedException(reason, null));
  }

  @Override
  public void ended() {
    fail("the switch has left");
  }

  @Override
  public void onPart(ByteBuffer b, int at, int length) {
    if (answer.isDone()) {
      return;
    }
    if (length < LEAST_BYTES || Header.type(b, at) == OpenFlow.ERROR) {
      fail("the switch refuses to answer");
      return;
    }
    byte[] message = new byte[length];
    b.get(at, message);
    messages.add(message);
    bytes += length;
    boolean isWhole = (b.getShort(at + FLAGS) & MORE) == 0;
    if (isWhole || bytes >= mostBytes) {
      session.requests().ignore(xid);
      answer.complete(new Parts(messages, isWhole));
    }
  }
}
