package maestro.emulator.engine;

import java.nio.ByteBuffer;

/** Answers with one thing in them that a test decides. */
public final class TruthAnswers {
  private static final int PACKET_OUT_HEAD_10 = 24;
  private static final int PACKET_OUT_HEAD_13 = 40;

  private TruthAnswers() {}

  /** A FLOW_MOD that matches in_port and both addresses, and nothing else. */
  public static byte[] matching(TruthRequest request, int inPort, long ethSrc, long ethDst) {
    byte[] coarse = request.answer(request.bufferId(), request.port());
    return is10(request)
        ? matching10(coarse, 0x3fffff & ~0b1101, inPort, ethSrc, ethDst)
        : matching13(coarse, inPort, ethSrc, ethDst);
  }

  /** A FLOW_MOD of 1.0 that matches every field of the packet. */
  public static byte[] matchingAll10(TruthRequest request) {
    byte[] coarse = request.answer(request.bufferId(), request.port());
    byte[] fine = matching10(coarse, 0, request.inPort(), request.source(), request.destination());
    ByteBuffer m = ByteBuffer.wrap(fine);
    ByteBuffer packetIn = request.message();
    m.putShort(26, (short) 0xffff).putShort(30, (short) 0x0800).put(33, (byte) 17);
    m.putLong(36, packetIn.getLong(18 + 26)).putShort(44, (short) 9).putShort(46, (short) 9);
    return fine;
  }

  /** The right answer with an OUTPUT to each of these ports instead of its one. */
  public static byte[] toPorts(TruthRequest request, int... ports) {
    ByteBuffer one = ByteBuffer.wrap(request.answer());
    boolean buffered = request.bufferId() != -1;
    int actionBytes = is10(request) ? 8 : 16;
    int actionsAt = buffered ? (is10(request) ? 72 : 64) : head(request) - actionBytes;
    int more = (ports.length - 1) * actionBytes;
    ByteBuffer m = ByteBuffer.allocate(one.capacity() + more);
    m.put(0, one, 0, actionsAt).putShort(2, (short) m.capacity());
    for (int i = 0; i < ports.length; i++) {
      int at = actionsAt + i * actionBytes;
      m.putShort(at + 2, (short) actionBytes);
      if (is10(request)) {
        m.putShort(at + 4, (short) ports[i]);
      } else {
        m.putInt(at + 4, ports[i]);
      }
    }
    int rest = actionsAt + actionBytes;
    m.put(rest + more, one, rest, one.capacity() - rest);
    if (!buffered) {
      int lengthAt = is10(request) ? 14 : 16;
      m.putShort(lengthAt, (short) (ports.length * actionBytes));
    } else if (!is10(request)) {
      m.putShort(58, (short) (8 + ports.length * actionBytes));
    }
    return m.array();
  }

  /** The same with another byte. */
  public static byte[] with(byte[] answer, int offset, int value) {
    answer[offset] = (byte) value;
    return answer;
  }

  /** The same FLOW_MOD without a buffer. */
  static byte[] unbuffered(byte[] flowMod) {
    ByteBuffer.wrap(flowMod).putInt(flowMod[0] == 1 ? 64 : 32, -1);
    return flowMod;
  }

  /** A PACKET_OUT, one byte of whose packet is another. */
  public static byte[] changed(TruthRequest request, int index) {
    byte[] answer = request.answer();
    answer[head(request) + index] ^= 1;
    return answer;
  }

  /** A PACKET_OUT with so many bytes of the packet. */
  static byte[] cut(TruthRequest request, int bytes) {
    byte[] answer = new byte[head(request) + bytes];
    System.arraycopy(request.answer(), 0, answer, 0, answer.length);
    ByteBuffer.wrap(answer).putShort(2, (short) answer.length);
    return answer;
  }

  /** A PACKET_OUT that says that the packet came in by this port. */
  public static byte[] from(TruthRequest request, int inPort) {
    ByteBuffer answer = ByteBuffer.wrap(request.answer());
    if (is10(request)) {
      answer.putShort(12, (short) inPort);
    } else {
      answer.putInt(12, inPort);
    }
    return answer.array();
  }

  private static byte[] matching10(
      byte[] flowMod, int wildcards, int inPort, long ethSrc, long ethDst) {
    ByteBuffer m = ByteBuffer.wrap(flowMod);
    m.putInt(8, wildcards).putShort(12, (short) inPort);
    m.putShort(14, (short) (ethSrc >> 32)).putInt(16, (int) ethSrc);
    m.putShort(20, (short) (ethDst >> 32)).putInt(22, (int) ethDst);
    return flowMod;
  }

  private static byte[] matching13(byte[] coarse, int inPort, long ethSrc, long ethDst) {
    ByteBuffer m = ByteBuffer.allocate(48 + 32 + 24);
    m.put(0, coarse, 0, 48).putShort(2, (short) m.capacity());
    m.putShort(48, (short) 1).putShort(50, (short) 32);
    m.putInt(52, 0x80000004).putInt(56, inPort);
    m.putInt(60, 0x80000606).putShort(64, (short) (ethDst >> 32)).putInt(66, (int) ethDst);
    m.putInt(70, 0x80000806).putShort(74, (short) (ethSrc >> 32)).putInt(76, (int) ethSrc);
    m.put(80, coarse, 56, 24);
    return m.array();
  }

  private static int head(TruthRequest request) {
    return is10(request) ? PACKET_OUT_HEAD_10 : PACKET_OUT_HEAD_13;
  }

  private static boolean is10(TruthRequest request) {
    return request.message().get(0) == 1;
  }
}
