package maestro.api.packet;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A message of DHCP for IPv4 over Ethernet (RFC 2131), as the payload of UDP. Addresses are
 * unsigned ints, the client's Ethernet address is a 48-bit number.
 *
 * <p>Not safe for several threads. Since API level 4.
 */
public final class DhcpMessage {
  /** The option with the message type: 1 discover, 2 offer, 3 request, 5 ack, 6 nak. */
  public static final int TYPE = 53;

  private static final int ETHERNET = 0x0101_0600;
  private static final int XID = 4;
  private static final int FLAGS = 10;
  private static final int CLIENT_IP = 12;
  private static final int YOUR_IP = 16;
  private static final int SERVER_IP = 20;
  private static final int CLIENT_ETH = 28;
  private static final int COOKIE = 236;
  private static final int MAGIC = 0x6382_5363;
  private static final int OPTIONS = 240;
  private static final int PAD = 0;
  private static final int END = 255;
  private static final int MAX_OPTION_BYTES = 255;

  /** BOOTP's shortest message; some clients drop a shorter one. */
  private static final int MIN_BYTES = 300;

  private final ByteBuffer fixed = ByteBuffer.allocate(OPTIONS);
  private final Map<Integer, byte[]> options = new TreeMap<>();

  private DhcpMessage() {}

  /**
   * Begins a message.
   *
   * @param operation 1 of a client, 2 of a server
   * @param type the message type, see {@link #TYPE}
   */
  public static DhcpMessage of(int operation, int type, int xid, long clientEth) {
    DhcpMessage message = new DhcpMessage();
    message.fixed.putInt(0, operation << 24 | (ETHERNET & 0xff_ff00));
    message.fixed.putInt(XID, xid);
    message.fixed.putShort(CLIENT_ETH, (short) (clientEth >>> 32));
    message.fixed.putInt(CLIENT_ETH + 2, (int) clientEth);
    message.fixed.putInt(COOKIE, MAGIC);
    return message.with(TYPE, (byte) type);
  }

  /** Parses the payload of UDP; empty when it is not a whole message, or has no type. */
  public static Optional<DhcpMessage> parse(byte[] payload) {
    if (payload.length < OPTIONS) {
      return Optional.empty();
    }
    DhcpMessage message = new DhcpMessage();
    message.fixed.put(0, payload, 0, OPTIONS);
    boolean isOurs =
        message.fixed.getInt(COOKIE) == MAGIC
            && (message.fixed.getInt(0) & 0xff_ff00) == (ETHERNET & 0xff_ff00);
    if (!isOurs || !message.readOptions(payload) || message.type() < 0) {
      return Optional.empty();
    }
    return Optional.of(message);
  }

  /** Reads the options; of an option that comes in parts the parts follow each other (RFC 3396). */
  private boolean readOptions(byte[] from) {
    int at = OPTIONS;
    while (at < from.length && (from[at] & 0xff) != END) {
      if (from[at] == PAD) {
        at++;
        continue;
      }
      if (at + 2 > from.length || at + 2 + (from[at + 1] & 0xff) > from.length) {
        return false;
      }
      int bytes = from[at + 1] & 0xff;
      byte[] part = Arrays.copyOfRange(from, at + 2, at + 2 + bytes);
      options.merge(from[at] & 0xff, part, DhcpMessage::joined);
      at += 2 + bytes;
    }
    return true;
  }

  private static byte[] joined(byte[] first, byte[] next) {
    byte[] both = Arrays.copyOf(first, first.length + next.length);
    System.arraycopy(next, 0, both, first.length, next.length);
    return both;
  }

  /** 1 of a client, 2 of a server. */
  public int operation() {
    return fixed.get(0) & 0xff;
  }

  /** The message type, see {@link #TYPE}. */
  public int type() {
    byte[] type = options.get(TYPE);
    return type == null || type.length != 1 ? -1 : type[0] & 0xff;
  }

  /** The transaction id of the client. */
  public int xid() {
    return fixed.getInt(XID);
  }

  /** Whether the client wants answers as broadcasts. */
  public boolean wantsBroadcast() {
    return fixed.getShort(FLAGS) < 0;
  }

  /** The client's Ethernet address. */
  public long clientEth() {
    return fixed.getLong(CLIENT_ETH) >>> 16;
  }

  /** The address that the client has; 0 for none. */
  public int clientIp() {
    return fixed.getInt(CLIENT_IP);
  }

  /** The address that the client gets; 0 for none. */
  public int yourIp() {
    return fixed.getInt(YOUR_IP);
  }

  /** Sets the address that the client gets. */
  public DhcpMessage yourIp(int address) {
    fixed.putInt(YOUR_IP, address);
    return this;
  }

  /** Sets the address of the next server. */
  public DhcpMessage serverIp(int address) {
    fixed.putInt(SERVER_IP, address);
    return this;
  }

  /** Sets an option, 1 to 254; a copy. */
  public DhcpMessage with(int option, byte... value) {
    if (option <= PAD || option >= END) {
      throw new IllegalArgumentException("option " + option + "; allowed: 1 to 254");
    }
    options.put(option, value.clone());
    return this;
  }

  /** Sets an option with a number or an address of 32 bits. */
  public DhcpMessage withInt(int option, int value) {
    return with(option, ByteBuffer.allocate(Integer.BYTES).putInt(value).array());
  }

  /** An option, a copy; empty when it is not there. */
  public Optional<byte[]> option(int option) {
    byte[] value = options.get(option);
    return value == null ? Optional.empty() : Optional.of(value.clone());
  }

  /** An option with a number or an address of 32 bits; empty when it is not there. */
  public Optional<Integer> optionInt(int option) {
    return option(option).filter(v -> v.length == 4).map(v -> ByteBuffer.wrap(v).getInt());
  }

  /** The payload of UDP, with the message type first. */
  public byte[] bytes() {
    int size = OPTIONS + 1;
    for (byte[] value : options.values()) {
      size += value.length + 2 * Math.max(1, ceilDiv(value.length, MAX_OPTION_BYTES));
    }
    ByteBuffer out = ByteBuffer.allocate(Math.max(size, MIN_BYTES));
    out.put(fixed.duplicate().clear());
    put(out, TYPE, options.getOrDefault(TYPE, new byte[0]));
    options.forEach(
        (option, value) -> {
          if (option != TYPE) {
            put(out, option, value);
          }
        });
    out.put((byte) END);
    return out.array();
  }

  private static void put(ByteBuffer out, int option, byte[] value) {
    int at = 0;
    do {
      int bytes = Math.min(MAX_OPTION_BYTES, value.length - at);
      out.put((byte) option).put((byte) bytes).put(value, at, bytes);
      at += bytes;
    } while (at < value.length);
  }

  private static int ceilDiv(int a, int b) {
    return (a + b - 1) / b;
  }
}
