package maestro.openflow;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * HELLO and the choice of a version.
 *
 * <pre>
 *  header  8      10       12                    next multiple of 8
 *          | type | length | content … | zeros   | next element …
 * </pre>
 *
 * <p>The length of an element counts its first four bytes and not its padding. Element type 1 is a
 * bitmap: bit v of its first word stands for version v, words for higher versions follow.
 *
 * <p>The choice of a version (OpenFlow Switch Specification 1.3.1, section 6.3.1, and 1.0.0,
 * section 5.5.1):
 *
 * <ol>
 *   <li>A peer that sends a bitmap speaks the versions in the bitmap.
 *   <li>A peer that sends none speaks every version up to the version in its header.
 *   <li>Up to version 3 the body has no defined meaning: only a well-formed bitmap in it counts,
 *       and other content is ignored. From version 4 on a body that is no list of elements is
 *       malformed.
 *   <li>The highest of 1.0 and 1.3 that the peer speaks is chosen.
 * </ol>
 *
 * <p>Stateless.
 */
public final class HelloCodec {
  private static final int ELEMENT_HEADER_BYTES = 4;
  private static final int VERSION_BITMAP = 1;

  /** The version number of OpenFlow 1.5, the highest. */
  private static final int LAST_VERSION = 6;

  private static final int OURS = (1 << OpenFlow.VERSION_10) | (1 << OpenFlow.VERSION_13);

  /** Type 1, length 8, and Maestro's versions. */
  private static final long OUR_ELEMENT = 0x0001_0008_0000_0000L | OURS;

  private static final int ERROR_TYPE = 8;
  private static final int ERROR_DATA = 12;

  /** Returned by {@link #negotiate}: Maestro and the peer have no version in common. */
  public static final int NONE_IN_COMMON = 0;

  /** Returned by {@link #negotiate}: the message is no HELLO. */
  public static final int MALFORMED = -1;

  /** Type HELLO_FAILED and code INCOMPATIBLE are both 0. */
  private static final int HELLO_FAILED_INCOMPATIBLE = 0;

  private static final int HELLO_FAILED_NOT_PERMITTED = 1;

  private HelloCodec() {}

  /**
   * Writes Maestro's HELLO: version 1.3 in the header, 1.0 and 1.3 in the bitmap.
   *
   * @return bytes written, 16
   */
  public static int encode(ByteBuffer out, int at, int xid) {
    out.putLong(at, Header.word(OpenFlow.VERSION_13, OpenFlow.HELLO, 16, xid));
    out.putLong(at + OpenFlow.HEADER_BYTES, OUR_ELEMENT);
    return 16;
  }

  /**
   * Writes the ERROR that must precede the close when no version is in common.
   *
   * @param version for the header: the lower of the peer's and Maestro's, which the peer can read
   * @param asciiReason for the peer's log; other characters than ASCII become question marks, and a
   *     long reason is cut off
   * @return bytes written: 12 and the length of the reason
   */
  public static int encodeHelloFailed(
      ByteBuffer out, int at, int version, int xid, String asciiReason) {
    return encodeError(out, at, version, xid, HELLO_FAILED_INCOMPATIBLE, asciiReason);
  }

  /**
   * Writes the ERROR for a peer whose datapath id is refused; otherwise as {@link
   * #encodeHelloFailed}.
   */
  public static int encodeNotPermitted(
      ByteBuffer out, int at, int version, int xid, String asciiReason) {
    return encodeError(out, at, version, xid, HELLO_FAILED_NOT_PERMITTED, asciiReason);
  }

  private static int encodeError(
      ByteBuffer out, int at, int version, int xid, int typeAndCode, String asciiReason) {
    int reasonBytes = Math.min(asciiReason.length(), OpenFlow.MAX_MESSAGE_BYTES - ERROR_DATA);
    int bytes = ERROR_DATA + reasonBytes;
    out.putLong(at, Header.word(version, OpenFlow.ERROR, bytes, xid));
    out.putInt(at + ERROR_TYPE, typeAndCode);
    for (int i = 0; i < reasonBytes; i++) {
      char c = asciiReason.charAt(i);
      out.put(at + ERROR_DATA + i, (byte) (c < 0x80 ? c : '?'));
    }
    return bytes;
  }

  /**
   * The version to speak with the sender of this HELLO.
   *
   * @return 1 or 4, {@link #NONE_IN_COMMON} or {@link #MALFORMED}
   */
  public static int negotiate(ByteBuffer b, int at, int length) {
    long versions = versions(b, at, length);
    return versions == MALFORMED ? MALFORMED : highest(OURS & (int) versions);
  }

  /** Whether the sender of this HELLO speaks a version; never when it is malformed. */
  public static boolean speaks(ByteBuffer b, int at, int length, int version) {
    long versions = versions(b, at, length);
    return versions != MALFORMED && (versions & (1L << version)) != 0;
  }

  /**
   * The versions that the sender of this HELLO speaks, in words: {@code 1.1 and 1.4}, or {@code no
   * version}. Unknown version numbers are shown as on the wire, {@code 0x09}; 0 only when there is
   * no other.
   */
  public static String describeVersions(ByteBuffer b, int at, int length) {
    long versions = versions(b, at, length);
    List<String> names = new ArrayList<>();
    for (int version = versions == 1 ? 0 : 1; version < Integer.SIZE; version++) {
      if ((versions & (1L << version)) != 0) {
        names.add(name(version));
      }
    }
    int last = names.size() - 1;
    return switch (names.size()) {
      case 0 -> "no version";
      case 1 -> names.get(0);
      default -> String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    };
  }

  private static String name(int version) {
    boolean isKnown = version >= OpenFlow.VERSION_10 && version <= LAST_VERSION;
    return isKnown ? "1." + (version - OpenFlow.VERSION_10) : "0x%02x".formatted(version);
  }

  /** One bit for each version in the low word, or {@link #MALFORMED}. */
  private static long versions(ByteBuffer b, int at, int length) {
    if (!Header.frames(b, at, length, OpenFlow.HELLO)) {
      return MALFORMED;
    }
    int headerVersion = Header.version(b, at);
    int upToHeader = headerVersion >= 31 ? -1 : (1 << (headerVersion + 1)) - 1;
    return versions(b, at, at + length, headerVersion, upToHeader);
  }

  private static long versions(ByteBuffer b, int at, int end, int headerVersion, int upToHeader) {
    long versions = upToHeader & 0xffff_ffffL;
    long malformed = headerVersion < OpenFlow.VERSION_13 ? versions : MALFORMED;
    boolean bitmapSeen = false;
    int element = at + OpenFlow.HEADER_BYTES;
    while (element < end) {
      if (end - element < ELEMENT_HEADER_BYTES) {
        return malformed;
      }
      int typeAndLength = b.getInt(element);
      int length = typeAndLength & 0xffff;
      if (length < ELEMENT_HEADER_BYTES || length > end - element) {
        return malformed;
      }
      if (typeAndLength >>> 16 == VERSION_BITMAP && !bitmapSeen) {
        if (length < 2 * ELEMENT_HEADER_BYTES || length % 4 != 0) {
          return malformed;
        }
        versions = b.getInt(element + ELEMENT_HEADER_BYTES) & 0xffff_ffffL;
        bitmapSeen = true;
      }
      element += Oxm.padded(length);
    }
    return versions;
  }

  private static int highest(int versions) {
    return versions == 0 ? 0 : 31 - Integer.numberOfLeadingZeros(versions);
  }
}
