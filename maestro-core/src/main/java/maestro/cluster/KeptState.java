package maestro.cluster;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import maestro.cluster.StateMessage.Offer;
import maestro.cluster.StateMessage.Part;
import maestro.cluster.StateMessage.Receipt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What other members have sent: the latest whole revision of each state, by its name. What does not
 * come whole leaves the one before in its place. Same thread as {@link WarmState}.
 */
final class KeptState {
  /** The most that one state may have. */
  static final int MOST_BYTES = 4 << 20;

  /** Older state is of no use: its sender confirms it more often than this. */
  static final long FRESH_NS = 30_000_000_000L;

  private static final Logger LOG = LoggerFactory.getLogger(KeptState.class);

  private record Kept(
      String from, long revision, ByteBuffer bytes, List<ByteBuffer> pieces, long heardNs) {}

  private static final class Coming {
    private final String from;
    private final Offer offer;
    private final List<ByteBuffer> base;
    private final byte[] fresh;
    private int count;

    Coming(String from, Offer offer, List<ByteBuffer> base, int freshBytes) {
      this.from = from;
      this.offer = offer;
      this.base = base;
      this.fresh = new byte[freshBytes];
    }
  }

  /** Who is told when a state differs from the one before. */
  interface Listener {
    void came(String from, String name, byte[] bytes);
  }

  private final Listener listener;
  private final Map<String, Kept> kept = new TreeMap<>();
  private final Map<String, Coming> coming = new HashMap<>();
  private final Set<String> refused = new HashSet<>();

  KeptState(Listener listener) {
    this.listener = listener;
  }

  /** Takes an offer; a receipt when it is whole already, or cannot be taken. */
  Optional<Receipt> offered(String from, Offer offer, long nowNs) {
    coming.remove(offer.name());
    Kept before = kept.get(offer.name());
    List<ByteBuffer> base = List.of();
    if (offer.base() != 0) {
      if (before == null || before.revision() != offer.base() || !before.from().equals(from)) {
        return Optional.of(receipt(offer, false)); // after a restart of this member
      }
      base = before.pieces();
    }
    long freshBytes = 0;
    long allBytes = 0;
    for (int each : offer.pieces()) {
      if (each >= base.size()) {
        return Optional.of(refuse(from, offer, "it refers to a piece that is not there"));
      }
      freshBytes += each < 0 ? -(long) each : 0;
      allBytes += each < 0 ? -(long) each : base.get(each).remaining();
    }
    if (offer.sizeBytes() > MOST_BYTES || allBytes != offer.sizeBytes()) {
      return Optional.of(
          refuse(
              from,
              offer,
              "found %d bytes for %d; allowed: %d at most"
                  .formatted(allBytes, offer.sizeBytes(), MOST_BYTES)));
    }
    Coming next = new Coming(from, offer, base, (int) freshBytes);
    coming.put(offer.name(), next);
    return endIfWhole(next, nowNs);
  }

  /** Takes bytes of an offer; a receipt when it is whole by them, or cannot be taken. */
  Optional<Receipt> came(String from, Part part, long nowNs) {
    Coming own = coming.get(part.name());
    if (own == null || own.offer.revision() != part.revision() || !own.from.equals(from)) {
      return Optional.empty(); // of an offer that was lost or refused
    }
    if (part.at() != own.count || part.bytes().length > own.fresh.length - own.count) {
      coming.remove(part.name());
      return Optional.of(refuse(from, own.offer, "a part of it is missing"));
    }
    System.arraycopy(part.bytes(), 0, own.fresh, own.count, part.bytes().length);
    own.count += part.bytes().length;
    return endIfWhole(own, nowNs);
  }

  private Optional<Receipt> endIfWhole(Coming own, long nowNs) {
    if (own.count < own.fresh.length) {
      return Optional.empty();
    }
    Offer offer = own.offer;
    coming.remove(offer.name());
    byte[] whole = new byte[offer.sizeBytes()];
    ByteBuffer out = ByteBuffer.wrap(whole);
    List<ByteBuffer> pieces = new ArrayList<>(offer.pieces().size());
    int at = 0;
    for (int each : offer.pieces()) {
      int from = out.position();
      if (each < 0) {
        out.put(own.fresh, at, -each);
        at -= each;
      } else {
        out.put(own.base.get(each).duplicate());
      }
      pieces.add(ByteBuffer.wrap(whole, from, out.position() - from).slice());
    }
    if (crc(whole) != offer.crc()) {
      return Optional.of(refuse(own.from, offer, "it is corrupt"));
    }
    refused.remove(offer.name());
    Kept before = kept.get(offer.name());
    Kept now = new Kept(own.from, offer.revision(), ByteBuffer.wrap(whole), pieces, nowNs);
    kept.put(offer.name(), now);
    if (before == null || !before.bytes().equals(now.bytes())) {
      listener.came(own.from, offer.name(), whole.clone());
    }
    return Optional.of(receipt(offer, true));
  }

  private Receipt refuse(String from, Offer offer, String why) {
    if (refused.add(offer.name())) {
      LOG.warn("cluster: the state of {} of member {} is refused: {}", offer.name(), from, why);
    }
    return receipt(offer, false);
  }

  private static Receipt receipt(Offer offer, boolean isThere) {
    return new Receipt(offer.name(), offer.revision(), isThere);
  }

  static int crc(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  /** All that is fresh, by its name. */
  Map<String, byte[]> fresh(long nowNs) {
    Map<String, byte[]> fresh = new TreeMap<>();
    kept.forEach(
        (name, own) -> {
          if (nowNs - own.heardNs() <= FRESH_NS) {
            fresh.put(name, own.bytes().array().clone());
          } else {
            LOG.warn(
                "cluster: the state of {} of member {} is too old and is not used",
                name,
                own.from());
          }
        });
    return fresh;
  }

  /** Forgets all: this member knows better now. */
  void clear() {
    kept.clear();
    coming.clear();
  }
}
