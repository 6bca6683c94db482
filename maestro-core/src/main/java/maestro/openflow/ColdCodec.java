package maestro.openflow;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import org.projectfloodlight.openflow.exceptions.OFParseError;
import org.projectfloodlight.openflow.protocol.OFFactories;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFVersion;

/**
 * Reads and writes the messages outside the hot path with openflowj. It allocates: never call it
 * for each flow request.
 *
 * <p>Stateless and thread-safe. The messages it returns hold no reference to the buffer.
 */
public final class ColdCodec {
  private static final OFFactory FACTORY_10 = OFFactories.getFactory(OFVersion.OF_10);
  private static final OFFactory FACTORY_13 = OFFactories.getFactory(OFVersion.OF_13);

  private ColdCodec() {}

  /**
   * openflowj's factory that builds messages of a version.
   *
   * @param version {@link OpenFlow#VERSION_10} or {@link OpenFlow#VERSION_13}
   */
  public static OFFactory factory(int version) {
    return switch (version) {
      case OpenFlow.VERSION_10 -> FACTORY_10;
      case OpenFlow.VERSION_13 -> FACTORY_13;
      default ->
          throw new IllegalArgumentException(
              "version " + version + ": only 1 (1.0) and 4 (1.3) are spoken");
    };
  }

  /**
   * Loads openflowj's hundreds of classes, so that no switch waits for that: writes and reads some
   * messages of each version. Takes a tenth of a second.
   */
  public static void warmUp() {
    FirstUse.of(FACTORY_10, true);
    FirstUse.of(FACTORY_13, false);
  }

  /**
   * Reads the message in {@code [at, at + length)}. openflowj checks little and throws many
   * exceptions: for example, a NullPointerException when the last element of a list is cut off.
   *
   * @throws MalformedMessageException when the bytes are not exactly one message, or a message that
   *     openflowj does not know, such as an experimenter's; the next message still begins behind it
   */
  public static OFMessage read(ByteBuffer b, int at, int length) throws MalformedMessageException {
    if (length < OpenFlow.HEADER_BYTES) {
      throw MalformedMessageException.withoutHeader(length);
    }
    int type = Header.type(b, at);
    if (Header.length(b, at) != length) {
      throw new MalformedMessageException(
          type, length, "its header says " + Header.length(b, at) + " bytes");
    }
    int version = Header.version(b, at);
    if (version != OpenFlow.VERSION_10 && version != OpenFlow.VERSION_13) {
      throw new MalformedMessageException(
          type, length, "version " + version + " is not spoken here");
    }
    ByteBuf bytes = Unpooled.wrappedBuffer(b.slice(at, length));
    OFMessage message;
    try {
      message = factory(version).getReader().readFrom(bytes);
    } catch (NullPointerException e) {
      throw new MalformedMessageException(type, length, "a part of it is cut off");
    } catch (OFParseError | RuntimeException e) {
      throw new MalformedMessageException(type, length, reason(e));
    }
    if (message == null || bytes.isReadable()) {
      throw new MalformedMessageException(type, length, "its body does not fill its length");
    }
    return message;
  }

  /**
   * The bytes of a message.
   *
   * @throws IllegalArgumentException when it is longer than {@link OpenFlow#MAX_MESSAGE_BYTES}
   */
  public static byte[] bytes(OFMessage message) {
    ByteBuf buffer = Unpooled.buffer();
    message.writeTo(buffer);
    int length = buffer.readableBytes();
    if (length > OpenFlow.MAX_MESSAGE_BYTES) {
      throw new IllegalArgumentException(
          message.getType()
              + " of "
              + length
              + " bytes: a message has at most "
              + OpenFlow.MAX_MESSAGE_BYTES);
    }
    byte[] bytes = new byte[length];
    buffer.readBytes(bytes);
    return bytes;
  }

  private static String reason(Exception e) {
    String message = e.getMessage();
    return message != null ? message : e.getClass().getSimpleName();
  }
}
