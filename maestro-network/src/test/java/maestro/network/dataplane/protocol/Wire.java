package maestro.network.dataplane.protocol;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/** Messages of OpenFlow 1.3 byte by byte, so that they can be wrong. */
public final class Wire {
  private Wire() {}

  /** A message with a body in hexadecimal; blanks do not count. */
  static byte[] of(int type, String body) {
    byte[] bytes = HexFormat.of().parseHex(body.replaceAll("\\s", ""));
    ByteBuffer b = ByteBuffer.allocate(8 + bytes.length);
    b.put((byte) 4).put((byte) type).putShort((short) b.capacity()).putInt(0x1234);
    return b.put(bytes).array();
  }

  /**
   * A FLOW_MOD that adds to a table.
   *
   * @param fields the OXM fields
   */
  public static byte[] add(int table, String fields, String instructions) {
    return flowMod(table, 0, 10, 0, match(fields) + instructions);
  }

  /** A FLOW_MOD without buffer, for any port and group. */
  public static byte[] flowMod(int table, int command, int priority, int flags, String rest) {
    return of(
        14,
        String.format(
                "%016x %016x %02x %02x 0000 0000 %04x ffffffff ffffffff ffffffff %04x 0000",
                1, 0, table, command, priority, flags)
            + rest);
  }

  public static String match(String fields) {
    String packed = fields.replaceAll("\\s", "");
    int bytes = 4 + packed.length() / 2;
    return String.format("0001 %04x ", bytes) + packed + "00".repeat((8 - bytes % 8) % 8);
  }

  /** An APPLY_ACTIONS with actions. */
  public static String apply(String actions) {
    return String.format("0004 %04x 00000000 ", 8 + actions.replaceAll("\\s", "").length() / 2)
        + actions;
  }

  public static String output(int port) {
    return String.format("0000 0010 %08x ffff 000000000000", port);
  }

  /** A GROUP_MOD. */
  public static byte[] group(int command, int type, int id, String buckets) {
    return of(15, String.format("%04x %02x 00 %08x", command, type, id) + buckets);
  }

  static String bucket(int weight, int watchPort, int watchGroup, String actions) {
    int bytes = 16 + actions.replaceAll("\\s", "").length() / 2;
    return String.format("%04x %04x %08x %08x 00000000", bytes, weight, watchPort, watchGroup)
        + actions;
  }

  public static String bucket(String actions) {
    return bucket(0, -1, -1, actions);
  }

  public static String toGroup(int id) {
    return String.format("0016 0008 %08x", id);
  }

  /** A METER_MOD. */
  public static byte[] meter(int command, int flags, int id, String bands) {
    return of(29, String.format("%04x %04x %08x", command, flags, id) + bands);
  }

  public static String band(int type, int rate, int burst, int precedence) {
    return String.format("%04x 0010 %08x %08x %02x 000000", type, rate, burst, precedence);
  }
}
