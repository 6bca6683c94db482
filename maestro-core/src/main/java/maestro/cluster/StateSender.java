package maestro.cluster;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import maestro.cluster.StateMessage.Offer;
import maestro.cluster.StateMessage.Part;
import maestro.cluster.StateMessage.Receipt;
import org.jspecify.annotations.Nullable;

/**
 * Sends state to one member.
 *
 * <ol>
 *   <li>One revision of each state is on its way at a time. When the member confirms it, it is the
 *       base of the next one, of which only pieces go out that the base has not.
 *   <li>Without a receipt for three seconds, or when the member refuses, the next one goes out
 *       whole, a second later.
 *   <li>A state that has not changed is offered again each ten seconds, without bytes: so the
 *       member knows that it is fresh, and a member that has lost it gets it again.
 *   <li>Parts have 64 KiB, and half a mebibyte goes out at a time, so that other messages of the
 *       cluster do not wait for long.
 * </ol>
 *
 * <p>Same thread as {@link WarmState}.
 */
final class StateSender {
  private static final int PART_BYTES = 1 << 16;
  private static final int PARTS_AT_ONCE = 8;
  private static final long SECOND_NS = 1_000_000_000;
  private static final long RECEIPT_NS = 3 * SECOND_NS;
  private static final long AGAIN_NS = 10 * SECOND_NS;

  /** A state as it was at one time. Immutable. */
  static final class Revision {
    private final long number;
    private final byte[] bytes;
    private final List<ByteBuffer> pieces;
    private final Map<ByteBuffer, Integer> places = new HashMap<>();

    Revision(long number, byte[] bytes) {
      this.number = number;
      this.bytes = bytes;
      this.pieces = Pieces.of(bytes);
      for (int i = 0; i < pieces.size(); i++) {
        places.put(pieces.get(i), i);
      }
    }

    boolean has(byte[] others) {
      return Arrays.equals(bytes, others);
    }
  }

  /** One state at the member. */
  private static final class AtMember {
    private @Nullable Revision confirmed;
    private long confirmedNs;
    private @Nullable Revision sending;
    private byte[] fresh = new byte[0];
    private int at;
    private long sentNs;
    private boolean hasFailed;
    private long failedNs;

    void fail(long nowNs) {
      sending = null;
      confirmed = null;
      hasFailed = true;
      failedNs = nowNs;
    }
  }

  private final Predicate<StateMessage> member;
  private final Map<String, AtMember> states = new HashMap<>();

  /**
   * Begins with a member that has nothing.
   *
   * @param member sends a message to it; false when there is no room
   */
  StateSender(Predicate<StateMessage> member) {
    this.member = member;
  }

  /** Sends what the member lacks of these states, as far as there is room now. */
  void advance(Map<String, Revision> newest, long nowNs) {
    int room = PARTS_AT_ONCE;
    for (Map.Entry<String, Revision> each : newest.entrySet()) {
      AtMember own = states.computeIfAbsent(each.getKey(), ignored -> new AtMember());
      if (own.sending != null
          && own.at == own.fresh.length
          && nowNs - own.sentNs >= RECEIPT_NS) { // 2
        own.fail(nowNs);
      }
      if (own.sending == null && isDue(own, each.getValue(), nowNs)) {
        offer(each.getKey(), own, each.getValue(), nowNs);
      }
      while (own.sending != null && own.at < own.fresh.length && room > 0) { // 4
        room--;
        int to = Math.min(own.fresh.length, own.at + PART_BYTES);
        byte[] bytes = Arrays.copyOfRange(own.fresh, own.at, to);
        if (!member.test(new Part(each.getKey(), own.sending.number, own.at, bytes))) {
          return;
        }
        own.at = to;
        own.sentNs = nowNs;
      }
    }
  }

  private static boolean isDue(AtMember own, Revision newest, long nowNs) {
    if (own.hasFailed && nowNs - own.failedNs < SECOND_NS) {
      return false;
    }
    return own.confirmed != newest || nowNs - own.confirmedNs >= AGAIN_NS; // 3
  }

  private void offer(String name, AtMember own, Revision newest, long nowNs) { // 1
    Revision base = own.confirmed;
    List<Integer> pieces = new ArrayList<>(newest.pieces.size());
    ByteArrayOutputStream fresh = new ByteArrayOutputStream();
    int from = 0;
    for (ByteBuffer piece : newest.pieces) {
      Integer place = base == null ? null : base.places.get(piece);
      pieces.add(place == null ? Integer.valueOf(-piece.remaining()) : place);
      if (place == null) {
        fresh.write(newest.bytes, from, piece.remaining());
      }
      from += piece.remaining();
    }
    Offer offer =
        new Offer(
            name,
            newest.number,
            base == null ? 0 : base.number,
            newest.bytes.length,
            KeptState.crc(newest.bytes),
            pieces);
    if (member.test(offer)) {
      own.sending = newest;
      own.fresh = fresh.toByteArray();
      own.at = 0;
      own.sentNs = nowNs;
    }
  }

  /** The member has a revision, or does not want it. */
  void answered(Receipt receipt, long nowNs) {
    AtMember own = states.get(receipt.name());
    if (own != null && own.sending != null && own.sending.number == receipt.revision()) {
      own.fresh = new byte[0];
      if (receipt.isThere()) {
        own.confirmed = own.sending;
        own.confirmedNs = nowNs;
        own.sending = null;
        own.hasFailed = false;
      } else {
        own.fail(nowNs);
      }
    }
  }

  /** Whether the member has all of these states. */
  boolean hasConfirmed(Map<String, Revision> newest) {
    return newest.entrySet().stream()
        .allMatch(
            each -> {
              AtMember own = states.get(each.getKey());
              return own != null && own.confirmed == each.getValue();
            });
  }
}
