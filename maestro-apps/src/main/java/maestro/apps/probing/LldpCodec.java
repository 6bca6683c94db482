package maestro.apps.probing;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import maestro.api.SwitchInfo;
import maestro.apps.packets.Addresses;

/**
 * Probes as LLDP frames (IEEE 802.1AB) and back.
 *
 * <pre>
 *  Ethernet   0         6         12       14
 *             | eth_dst | eth_src | 88cc   | TLVs …             to 01:80:c2:00:00:0e, the neighbour's
 *             | ff…ff   | eth_src | 8942   | TLVs …             BDDP: through unmanaged switches too
 *  TLV        0              2
 *             | type:7 len:9 | value …
 *  chassis    1: subtype 7 (local), the datapath id in text     for people with a packet capture
 *  port       2: subtype 7 (local), the port number in text
 *  TTL        3: seconds
 *  ours       127: 0      3         4       12     16         24      32         40        48
 *                  | OUI  | subtype | dpid  | port | instance | round | sealHigh | sealLow |
 *  end        0
 * </pre>
 *
 * <p>Only the TLV of Maestro is read. The frame may come from anyone: every length is checked, and
 * no bytes cause an exception.
 */
public final class LldpCodec {
  /** EtherType of LLDP. */
  public static final int LLDP = 0x88cc;

  /** EtherType of LLDP in a broadcast, as other controllers also send it. */
  public static final int BDDP = 0x8942;

  private static final long NEAREST_BRIDGE = 0x0180_c200_000eL;
  private static final long LOCAL_BIT = 0x0200_0000_0000L;

  private static final int ETHERNET_BYTES = 14;
  private static final int ETH_TYPE = 12;
  private static final int TLV_HEADER_BYTES = 2;
  private static final int LENGTH_BITS = 9;
  private static final int LENGTH_MASK = (1 << LENGTH_BITS) - 1;
  private static final int MAX_FRAME_BYTES = 128;

  private static final int END = 0;
  private static final int CHASSIS = 1;
  private static final int PORT = 2;
  private static final int TTL = 3;
  private static final int ORGANISATION = 127;
  private static final byte LOCALLY_ASSIGNED = 7;

  /** The value of the standard for a sender that repeats its frames every 30 s. */
  private static final short TTL_SECONDS = 120;

  private static final int OURS_BYTES = Integer.BYTES + Integer.BYTES + 5 * Long.BYTES;

  /** The application that sends a probe. Others take it for LLDP of other equipment. */
  public enum Sender {
    /** For discovery. */
    PROBING(0x024d_5302),
    /** For itself. */
    STORM_CONTROL(0x024d_5303),
    /** For itself. */
    LEARNING_SWITCH(0x024d_5304);

    /** A locally administered OUI, which has no owner, and a subtype. */
    private final int oui;

    Sender(int oui) {
      this.oui = oui;
    }
  }

  private LldpCodec() {}

  /** The frame of a probe for discovery, see below. */
  public static byte[] encode(Probe probe, long hardwareAddress) {
    return encode(Sender.PROBING, probe, hardwareAddress);
  }

  /**
   * Makes the frame of a probe.
   *
   * @param hardwareAddress of the port out of which it is sent; replaced if it is no host address
   */
  static byte[] encode(Sender sender, Probe probe, long hardwareAddress) {
    ByteBuffer frame = ByteBuffer.allocate(MAX_FRAME_BYTES);
    putAddress(frame, probe.direct() ? NEAREST_BRIDGE : Addresses.BROADCAST);
    putAddress(frame, source(probe, hardwareAddress));
    frame.putShort((short) (probe.direct() ? LLDP : BDDP));
    putText(frame, CHASSIS, SwitchInfo.format(probe.datapathId()));
    putText(frame, PORT, Integer.toUnsignedString(probe.port()));
    putHeader(frame, TTL, Short.BYTES).putShort(TTL_SECONDS);
    putHeader(frame, ORGANISATION, OURS_BYTES).putInt(sender.oui);
    frame.putLong(probe.datapathId()).putInt(probe.port());
    frame.putLong(probe.instance()).putLong(probe.round());
    frame.putLong(probe.sealHigh()).putLong(probe.sealLow());
    putHeader(frame, END, 0);
    byte[] bytes = new byte[frame.position()];
    frame.flip().get(bytes);
    return bytes;
  }

  /** The probe for discovery in a frame, see below. */
  public static Optional<Probe> decode(byte[] bytes) {
    return decode(Sender.PROBING, bytes);
  }

  /**
   * Reads the probe of a sender in a frame, which may be forged; empty when the frame is other LLDP
   * or no LLDP.
   *
   * @param bytes any bytes, from the destination address on
   */
  static Optional<Probe> decode(Sender sender, byte[] bytes) {
    if (bytes.length < ETHERNET_BYTES) {
      return Optional.empty();
    }
    ByteBuffer frame = ByteBuffer.wrap(bytes);
    int ethType = frame.getShort(ETH_TYPE) & 0xffff;
    if (ethType != LLDP && ethType != BDDP) {
      return Optional.empty();
    }
    frame.position(ETHERNET_BYTES);
    while (frame.remaining() >= TLV_HEADER_BYTES) {
      int header = frame.getShort() & 0xffff;
      int type = header >>> LENGTH_BITS;
      int length = header & LENGTH_MASK;
      if (type == END || length > frame.remaining()) {
        return Optional.empty();
      }
      int value = frame.position();
      if (type == ORGANISATION && length == OURS_BYTES && frame.getInt(value) == sender.oui) {
        frame.position(value + Integer.BYTES);
        return Optional.of(readOurs(frame, ethType == LLDP));
      }
      frame.position(value + length);
    }
    return Optional.empty();
  }

  private static Probe readOurs(ByteBuffer frame, boolean direct) {
    long datapathId = frame.getLong();
    int port = frame.getInt();
    long instance = frame.getLong();
    long round = frame.getLong();
    return new Probe(datapathId, port, instance, round, direct, frame.getLong(), frame.getLong());
  }

  private static long source(Probe probe, long hardwareAddress) {
    boolean usable = Addresses.isHost(hardwareAddress);
    return usable
        ? hardwareAddress
        : LOCAL_BIT | (((probe.datapathId() << 8) | (probe.port() & 0xff)) & 0xff_ffff_ffffL);
  }

  private static void putAddress(ByteBuffer frame, long address) {
    frame.putShort((short) (address >>> 32)).putInt((int) address);
  }

  private static void putText(ByteBuffer frame, int type, String text) {
    byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
    putHeader(frame, type, 1 + ascii.length).put(LOCALLY_ASSIGNED).put(ascii);
  }

  private static ByteBuffer putHeader(ByteBuffer frame, int type, int length) {
    return frame.putShort((short) ((type << LENGTH_BITS) | length));
  }
}
