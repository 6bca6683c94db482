package maestro.network.dataplane.protocol;

import java.nio.ByteBuffer;
import maestro.network.dataplane.Refusal;
import maestro.network.dataplane.RefusedMessageException;
import maestro.network.dataplane.packet.Field;
import maestro.network.dataplane.packet.Key;
import maestro.network.dataplane.table.Match;

/**
 * Reads and writes the match of OpenFlow 1.3: a list of OXM fields. Stateless.
 *
 * <pre>
 *  match      | type 1 | length, without the padding | fields | zeros to a multiple of 8 |
 *  a field    | class 16 | field 7 | has mask 1 | length 8 | value | mask, if it has one |
 * </pre>
 */
final class MatchCodec13 {
  static final int LEAST_BYTES = 8;
  static final int FIELD_HEADER_BYTES = 4;

  private static final int TYPE_OXM = 1;
  private static final int HEADER_BYTES = 4;
  private static final int OPENFLOW_BASIC = 0x8000;

  private MatchCodec13() {}

  /**
   * The bytes of the match at an offset, padding included.
   *
   * @throws RefusedMessageException BAD_MATCH when it does not fit into what is left
   */
  static int paddedBytes(ByteBuffer b, int at, int leftBytes) throws RefusedMessageException {
    int bytes = leftBytes < LEAST_BYTES ? 0 : b.getShort(at + 2) & 0xffff;
    if (bytes < HEADER_BYTES || padded(bytes) > leftBytes) {
      throw new RefusedMessageException(Refusal.MATCH_BAD_LEN);
    }
    return padded(bytes);
  }

  /**
   * Reads the match at an offset, whose length was checked.
   *
   * @throws RefusedMessageException BAD_MATCH with the code for the first field that is wrong
   */
  static Match read(ByteBuffer b, int at) throws RefusedMessageException {
    if (b.getShort(at) != TYPE_OXM) {
      throw new RefusedMessageException(Refusal.MATCH_BAD_TYPE);
    }
    long[] values = new long[Key.WORDS];
    long[] masks = new long[Key.WORDS];
    long seen = 0;
    int end = at + (b.getShort(at + 2) & 0xffff);
    for (int field = at + HEADER_BYTES; field < end; ) {
      int left = end - field - FIELD_HEADER_BYTES;
      int valueBytes = left < 0 ? 1 : b.get(field + 3) & 0xff;
      if (valueBytes > left) {
        throw new RefusedMessageException(Refusal.MATCH_BAD_LEN);
      }
      int number = (b.get(field + 2) & 0xff) >>> 1;
      if ((b.getShort(field) & 0xffff) != OPENFLOW_BASIC || number >= Field.count()) {
        throw new RefusedMessageException(Refusal.MATCH_BAD_FIELD);
      }
      if ((seen & 1L << number) != 0) {
        throw new RefusedMessageException(Refusal.MATCH_DUPLICATE_FIELD);
      }
      seen |= 1L << number;
      readField(b, field, Field.of(number), values, masks);
      field += FIELD_HEADER_BYTES + valueBytes;
    }
    return new Match(values, masks);
  }

  private static void readField(ByteBuffer b, int at, Field field, long[] values, long[] masks)
      throws RefusedMessageException {
    boolean masked = (b.get(at + 2) & 1) != 0;
    int bytes = field.bytes();
    if ((b.get(at + 3) & 0xff) != (masked ? 2 * bytes : bytes)) {
      throw new RefusedMessageException(Refusal.MATCH_BAD_LEN);
    }
    if (masked && !field.maskable) {
      throw new RefusedMessageException(Refusal.MATCH_BAD_MASK);
    }
    if (!field.isIn(values, masks)) {
      throw new RefusedMessageException(Refusal.MATCH_BAD_PREREQUISITE);
    }
    int valueAt = at + FIELD_HEADER_BYTES;
    long value = lower(b, valueAt, field);
    long mask = masked ? lower(b, valueAt + bytes, field) : field.allBits();
    if ((mask & ~field.allBits()) != 0) {
      throw new RefusedMessageException(Refusal.MATCH_BAD_MASK);
    }
    if ((value & ~field.allBits()) != 0 || !isVlan(field, value, masked)) {
      throw new RefusedMessageException(Refusal.MATCH_BAD_VALUE);
    }
    checkWildcards(value, mask);
    field.put(values, value);
    field.put(masks, mask);
    if (field.isLong()) {
      long upper = b.getLong(valueAt);
      long upperMask = masked ? b.getLong(valueAt + bytes) : -1;
      checkWildcards(upper, upperMask);
      field.putUpper(values, upper);
      field.putUpper(masks, upperMask);
    }
  }

  private static void checkWildcards(long value, long mask) throws RefusedMessageException {
    if ((value & ~mask) != 0) {
      throw new RefusedMessageException(Refusal.MATCH_BAD_WILDCARDS);
    }
  }

  /** A VLAN id without the bit for a tag is only right for frames without one. */
  private static boolean isVlan(Field field, long value, boolean masked) {
    return field != Field.VLAN_VID || masked || value == 0 || (value & Field.VLAN_PRESENT) != 0;
  }

  /** The lower 64 bits of a value on the wire. */
  static long lower(ByteBuffer b, int at, Field field) {
    if (field.isLong()) {
      return b.getLong(at + 8);
    }
    long value = 0;
    for (int i = 0; i < field.bytes(); i++) {
      value = value << 8 | (b.get(at + i) & 0xff);
    }
    return value;
  }

  /** The match as on the wire, with its padding. */
  static byte[] write(Match match) {
    long[] values = match.key();
    long[] masks = match.keyMasks();
    int bytes = HEADER_BYTES;
    for (int n = 0; n < Field.count(); n++) {
      bytes += bytesOf(Field.of(n), values, masks);
    }
    ByteBuffer b = ByteBuffer.allocate(padded(bytes));
    b.putShort((short) TYPE_OXM).putShort((short) bytes);
    for (int n = 0; n < Field.count(); n++) {
      Field field = Field.of(n);
      int fieldBytes = bytesOf(field, values, masks);
      if (fieldBytes > 0) {
        boolean masked = fieldBytes > FIELD_HEADER_BYTES + field.bytes();
        b.putShort((short) OPENFLOW_BASIC).put((byte) (n << 1 | (masked ? 1 : 0)));
        b.put((byte) (fieldBytes - FIELD_HEADER_BYTES));
        put(b, field, values);
        if (masked) {
          put(b, field, masks);
        }
      }
    }
    return b.array();
  }

  /** The bytes of a field, of which the match knows that packets have it; 0 without it. */
  private static int bytesOf(Field field, long[] values, long[] masks) {
    long lower = field.get(masks);
    long upper = field.isLong() ? field.upper(masks) : 0;
    if ((lower == 0 && upper == 0) || !field.isIn(values, masks)) {
      return 0;
    }
    boolean whole = lower == field.allBits() && (!field.isLong() || upper == -1);
    return FIELD_HEADER_BYTES + (whole ? field.bytes() : 2 * field.bytes());
  }

  private static void put(ByteBuffer b, Field field, long[] words) {
    if (field.isLong()) {
      b.putLong(field.upper(words)).putLong(field.get(words));
      return;
    }
    for (int shift = 8 * (field.bytes() - 1); shift >= 0; shift -= 8) {
      b.put((byte) (field.get(words) >>> shift));
    }
  }

  private static int padded(int bytes) {
    return (bytes + 7) / 8 * 8;
  }
}
