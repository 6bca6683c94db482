package maestro.net;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import maestro.openflow.ColdCodec;
import maestro.openflow.Header;
import maestro.openflow.MalformedMessageException;
import maestro.openflow.OpenFlow;
import maestro.openflow.PacketInEncoder;
import org.projectfloodlight.openflow.protocol.OFMessage;

/** Messages that switches send. */
public final class Messages {
  public static final String HELLO_10 = "01 00 0008 00000001";
  public static final String HELLO_13 = "04 00 0008 00000001";
  public static final String HELLO_BOTH = "04 00 0010 00000001 0001 0008 00000012";

  /** A frame from host 1 to host 2, of the shortest length. */
  public static final byte[] FRAME =
      FakeSwitch.hex("000000000002 000000000001 0800" + "00".repeat(46));

  private Messages() {}

  /** A FEATURES_REPLY of 1.0 with these ports; 1.3 has none in it. */
  public static String features(int version, long datapathId, int... ports) {
    StringBuilder hex = new StringBuilder();
    for (int port : ports) {
      hex.append(port10(port, 0));
    }
    return "%02x 06 %04x 00000002 %016x 00000000 01 000000 00000000 00000000 %s"
        .formatted(version, 32 + 48 * ports.length, datapathId, hex);
  }

  /** A FEATURES_REPLY of 1.3 on a connection that is not the main one. */
  static String auxiliaryFeatures(long datapathId, int auxiliaryId) {
    return "04 06 0020 00000002 %016x 00000000 01 %02x 0000 00000000 00000000"
        .formatted(datapathId, auxiliaryId);
  }

  /** A port's description in 1.0, 48 bytes; state 1 is link down. */
  static String port10(int number, int state) {
    return "%04x 0000000000%02x %s 00000000 %08x 00000000 00000000 00000000 00000000"
        .formatted(number, number & 0xff, name(number), state);
  }

  /** A port's description in 1.3, 64 bytes. */
  static String port13(int number, int state) {
    return ("%08x 00000000 0000000000%02x 0000 %s 00000000 %08x"
            + " 00000000 00000000 00000000 00000000 00000000 00000000")
        .formatted(number, number & 0xff, name(number), state);
  }

  private static String name(int number) {
    byte[] name = new byte[16];
    byte[] text = ("eth" + number).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    System.arraycopy(text, 0, name, 0, text.length);
    return HexFormat.of().formatHex(name);
  }

  /** One part of a PORT_DESC reply. */
  public static String portDesc(boolean more, int... ports) {
    StringBuilder hex = new StringBuilder();
    for (int port : ports) {
      hex.append(port13(port, 0));
    }
    return "04 13 %04x 00000004 000d %04x 00000000 %s"
        .formatted(16 + 64 * ports.length, more ? 1 : 0, hex);
  }

  /** A PORT_STATUS; reason 0 is add, 1 delete, 2 modify. */
  public static String portStatus(int version, int reason, int port, int state) {
    String description = version == 1 ? port10(port, state) : port13(port, state);
    int bytes = version == 1 ? 64 : 80;
    return "%02x 0c %04x 00000000 %02x 00000000000000 %s"
        .formatted(version, bytes, reason, description);
  }

  /** A message that is a header alone. */
  public static String header(int version, int type, int xid) {
    return "%02x %02x 0008 %08x".formatted(version, type, xid);
  }

  /** A PACKET_IN that the switch did not buffer. */
  public static byte[] packetIn(int version, int xid) {
    return packetIn(version, xid, OpenFlow.NO_BUFFER, 1, FRAME);
  }

  /** A PACKET_IN. */
  public static byte[] packetIn(int version, int xid, int bufferId, int inPort, byte[] frame) {
    ByteBuffer out = ByteBuffer.allocate(PacketInEncoder.bytes(version, frame.length));
    PacketInEncoder.encode(
        out,
        0,
        version,
        xid,
        bufferId,
        frame.length,
        inPort,
        0,
        0,
        ByteBuffer.wrap(frame),
        0,
        frame.length);
    return out.array();
  }

  /** Several messages one behind the other. */
  public static byte[] join(byte[]... messages) {
    int length = 0;
    for (byte[] message : messages) {
      length += message.length;
    }
    ByteBuffer joined = ByteBuffer.allocate(length);
    for (byte[] message : messages) {
      joined.put(message);
    }
    return joined.array();
  }

  /** As openflowj reads it. */
  public static OFMessage parsed(byte[] message) {
    try {
      return ColdCodec.read(ByteBuffer.wrap(message), 0, message.length);
    } catch (MalformedMessageException e) {
      throw new AssertionError(e);
    }
  }

  /** The xid of a message. */
  public static int xid(byte[] message) {
    return Header.xid(ByteBuffer.wrap(message), 0);
  }

  /** The type of a message. */
  public static int type(byte[] message) {
    return message[1] & 0xff;
  }
}
