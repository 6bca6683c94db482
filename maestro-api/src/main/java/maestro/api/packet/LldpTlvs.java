package maestro.api.packet;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The TLVs of an LLDP frame (IEEE 802.1AB), in their order: the payload behind Ethernet type
 * 0x88cc.
 *
 * <p>Not safe for several threads. Since API level 4.
 */
public final class LldpTlvs {
  /** The TLV with the chassis id. */
  public static final int CHASSIS = 1;

  /** The TLV with the port id. */
  public static final int PORT = 2;

  /** The TLV with the time to live, in seconds. */
  public static final int TTL = 3;

  private static final int END = 0;
  private static final int MAX_TYPE = 127;
  private static final int MAX_BYTES = 511;
  private static final int LENGTH_BITS = 9;

  private final List<Integer> types = new ArrayList<>();
  private final List<byte[]> values = new ArrayList<>();

  /** Parses a payload; empty when a TLV is cut off, or there is none. */
  public static Optional<LldpTlvs> parse(byte[] payload) {
    LldpTlvs tlvs = new LldpTlvs();
    int at = 0;
    while (at + 2 <= payload.length) {
      int head = (payload[at] & 0xff) << 8 | (payload[at + 1] & 0xff);
      int end = at + 2 + (head & MAX_BYTES);
      if (head >>> LENGTH_BITS == END) {
        break;
      }
      if (end > payload.length) {
        return Optional.empty();
      }
      tlvs.with(head >>> LENGTH_BITS, Arrays.copyOfRange(payload, at + 2, end));
      at = end;
    }
    return tlvs.types.isEmpty() ? Optional.empty() : Optional.of(tlvs);
  }

  /** Adds a TLV: type 1 to 127, up to 511 bytes; a copy. */
  public LldpTlvs with(int type, byte... value) {
    if (type <= END || type > MAX_TYPE || value.length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "type %d with %d bytes; allowed: 1 to 127, 511 bytes".formatted(type, value.length));
    }
    types.add(type);
    values.add(value.clone());
    return this;
  }

  /** The value of the first TLV of a type, a copy, with its subtype; empty without one. */
  public Optional<byte[]> value(int type) {
    int index = types.indexOf(type);
    return index < 0 ? Optional.empty() : Optional.of(values.get(index).clone());
  }

  /** The types, in their order. */
  public List<Integer> types() {
    return List.copyOf(types);
  }

  /** The payload of the frame, with the end. */
  public byte[] bytes() {
    ByteBuffer out =
        ByteBuffer.allocate(2 + values.stream().mapToInt(value -> 2 + value.length).sum());
    for (int i = 0; i < values.size(); i++) {
      out.putShort((short) (types.get(i) << LENGTH_BITS | values.get(i).length)).put(values.get(i));
    }
    return out.array();
  }
}
