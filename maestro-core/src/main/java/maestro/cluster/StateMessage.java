package maestro.cluster;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What members tell each other about state, beside {@link ClusterMessage}. It belongs to no view:
 * what was lost with a view is never confirmed, and sent again.
 */
sealed interface StateMessage {
  /** The first type; those of {@link ClusterMessage} are below. */
  int FIRST_TYPE = 64;

  /**
   * A revision of some state is coming.
   *
   * @param revision differs from all others of this sender
   * @param base the revision that the receiver has confirmed last; 0 for none
   * @param sizeBytes of the whole
   * @param crc CRC-32C of the whole
   * @param pieces in their order: the number of a piece of the base, or the negative length of a
   *     piece that is coming
   */
  record Offer(String name, long revision, long base, int sizeBytes, int crc, List<Integer> pieces)
      implements StateMessage {}

  /**
   * The next bytes of a revision that its receiver lacks.
   *
   * @param at how many came before
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Part(String name, long revision, int at, byte[] bytes) implements StateMessage {}

  /** Whether the receiver has a revision now; otherwise it needs the whole. */
  record Receipt(String name, long revision, boolean isThere) implements StateMessage {}

  /**
   * A member shall get the newest state at once.
   *
   * @param request the number of the request, for the answer
   */
  record HandOver(long request, String to) implements StateMessage {}

  /** The member has it, or does not answer in time. */
  record HandedOver(long request) implements StateMessage {}

  private static int typeOf(StateMessage message) {
    if (message instanceof Offer) {
      return FIRST_TYPE;
    } else if (message instanceof Part) {
      return FIRST_TYPE + 1;
    } else if (message instanceof Receipt) {
      return FIRST_TYPE + 2;
    }
    return message instanceof HandOver ? FIRST_TYPE + 3 : FIRST_TYPE + 4;
  }

  /** Whether bytes are one of these messages and not a {@link ClusterMessage}. */
  static boolean isOne(byte[] message) {
    return message.length > 0 && (message[0] & 0xff) >= FIRST_TYPE;
  }

  /** The message as bytes, big-endian, the type first. */
  static byte[] encode(StateMessage message) {
    return ClusterBytes.of(out -> write(out, message));
  }

  private static void write(DataOutputStream out, StateMessage message) throws IOException {
    out.writeByte(typeOf(message));
    if (message instanceof Offer offer) {
      out.writeUTF(offer.name());
      out.writeLong(offer.revision());
      out.writeLong(offer.base());
      out.writeInt(offer.sizeBytes());
      out.writeInt(offer.crc());
      for (int each : offer.pieces()) {
        out.writeInt(each);
      }
    } else if (message instanceof Part part) {
      out.writeUTF(part.name());
      out.writeLong(part.revision());
      out.writeInt(part.at());
      out.write(part.bytes());
    } else if (message instanceof Receipt receipt) {
      out.writeUTF(receipt.name());
      out.writeLong(receipt.revision());
      out.writeBoolean(receipt.isThere());
    } else if (message instanceof HandOver handOver) {
      out.writeLong(handOver.request());
      out.writeUTF(handOver.to());
    } else if (message instanceof HandedOver handedOver) {
      out.writeLong(handedOver.request());
    }
  }

  /**
   * Reads a message.
   *
   * @throws IllegalArgumentException when it is none
   */
  static StateMessage decode(byte[] message) {
    return ClusterBytes.read(message, StateMessage::read);
  }

  private static StateMessage read(DataInputStream in) throws IOException {
    int type = in.readUnsignedByte();
    return switch (type - FIRST_TYPE) {
      case 0 ->
          new Offer(
              in.readUTF(), in.readLong(), in.readLong(), in.readInt(), in.readInt(), readRest(in));
      case 1 -> new Part(in.readUTF(), in.readLong(), in.readInt(), in.readAllBytes());
      case 2 -> new Receipt(in.readUTF(), in.readLong(), in.readBoolean());
      case 3 -> new HandOver(in.readLong(), in.readUTF());
      case 4 -> new HandedOver(in.readLong());
      default -> throw new IllegalArgumentException("a message of type " + type);
    };
  }

  private static List<Integer> readRest(DataInputStream in) throws IOException {
    List<Integer> values = new ArrayList<>(in.available() / Integer.BYTES);
    while (in.available() > 0) {
      values.add(in.readInt());
    }
    return values;
  }
}
