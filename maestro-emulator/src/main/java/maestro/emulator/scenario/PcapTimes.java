package maestro.emulator.scenario;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * Times from a pcap file of the classic form. Each packet is a request, at its time since the first
 * packet. Packets of one source address belong to one switch; sources get switches in turn, in the
 * order in which they appear.
 *
 * <pre>
 * file    0 magic | 4 version | 8 zone, accuracy | 16 snapshot length | 20 link type | 24 packets
 * packet  0 seconds | 4 fraction | 8 captured bytes | 12 original bytes | 16 captured bytes
 * </pre>
 *
 * <p>The magic number says the order of bytes, and whether the fraction is in microseconds or
 * nanoseconds. Used once, by one thread.
 */
final class PcapTimes {
  private static final int MICROSECONDS = 0xa1b2c3d4;
  private static final int NANOSECONDS = 0xa1b23c4d;
  private static final int PCAPNG = 0x0a0d0d0a;
  private static final int FILE_HEADER_BYTES = 24;
  private static final int PACKET_HEADER_BYTES = 16;
  private static final int LINK_TYPE_AT = 20;
  private static final int LINK_TYPE_MASK = 0x0fff_ffff;
  private static final int ETHERNET = 1;
  private static final int RAW_IP = 101;
  private static final int LINUX_COOKED = 113;
  private static final long NS_PER_SECOND = 1_000_000_000;

  private final Path file;
  private final ByteBuffer in;
  private final ReplayFile.Times times;
  private final Map<String, Integer> switches = new HashMap<>();

  PcapTimes(Path file, ByteBuffer in, ReplayFile.Times times) {
    this.file = file;
    this.in = in;
    this.times = times;
  }

  /** Whether bytes begin as a file of this form does, or as one of the form that came after it. */
  static boolean isPcap(byte[] bytes) {
    if (bytes.length < Integer.BYTES) {
      return false;
    }
    int magic = ByteBuffer.wrap(bytes).getInt();
    return magic == PCAPNG || isMagic(magic) || isMagic(Integer.reverseBytes(magic));
  }

  private static boolean isMagic(int magic) {
    return magic == MICROSECONDS || magic == NANOSECONDS;
  }

  void read() throws ScenarioException {
    int magic = in.getInt(0);
    if (magic == PCAPNG) {
      throw problem(0, "a pcapng file", "pcap; convert it with editcap -F pcap");
    }
    if (!isMagic(magic)) {
      in.order(ByteOrder.LITTLE_ENDIAN);
      magic = in.getInt(0);
    }
    if (in.limit() < FILE_HEADER_BYTES) {
      throw problem(0, in.limit() + " bytes", "a header of " + FILE_HEADER_BYTES);
    }
    int linkType = in.getInt(LINK_TYPE_AT) & LINK_TYPE_MASK;
    if (linkType != ETHERNET && linkType != RAW_IP && linkType != LINUX_COOKED) {
      throw problem(
          LINK_TYPE_AT,
          "link type " + linkType,
          "1 (Ethernet), 101 (raw IP), 113 (Linux cooked capture)");
    }
    readPackets(linkType, magic == MICROSECONDS ? 1000 : 1);
  }

  private void readPackets(int linkType, long nsPerFraction) throws ScenarioException {
    long firstNs = -1;
    int at = FILE_HEADER_BYTES;
    while (at < in.limit()) {
      if (in.limit() - at < PACKET_HEADER_BYTES) {
        throw problem(at, in.limit() - at + " bytes", "a whole packet header");
      }
      long seconds = in.getInt(at) & 0xffff_ffffL;
      long fraction = (in.getInt(at + 4) & 0xffff_ffffL) * nsPerFraction;
      int capturedBytes = in.getInt(at + 8);
      int dataAt = at + PACKET_HEADER_BYTES;
      if (fraction >= NS_PER_SECOND) {
        throw problem(at + 4, "a fraction of a second or more", "less than a second");
      }
      if (capturedBytes < 0 || capturedBytes > in.limit() - dataAt) {
        throw problem(
            at + 8,
            "a packet of " + (capturedBytes & 0xffff_ffffL) + " bytes",
            "what is left: " + (in.limit() - dataAt));
      }
      long atNs = seconds * NS_PER_SECOND + fraction;
      firstNs = firstNs < 0 ? atNs : firstNs;
      String source = source(linkType, dataAt, capturedBytes);
      int next = switches.size() % times.switchCount();
      Integer index = switches.putIfAbsent(source, next);
      if (!times.add(index == null ? next : index, Math.max(0, atNs - firstNs))) {
        throw ReplayFile.tooMany(file + ": byte " + at);
      }
      at = dataAt + capturedBytes;
    }
  }

  /** The address that a packet comes from, in hexadecimal digits; empty when it is cut off. */
  private String source(int linkType, int at, int bytes) {
    int from = 6;
    int length = 6;
    if (linkType == RAW_IP && bytes > 0) {
      boolean version4 = in.get(at) >> 4 == 4;
      from = version4 ? 12 : 8;
      length = version4 ? 4 : 16;
    }
    if (bytes < from + length) {
      return "";
    }
    byte[] address = new byte[length];
    in.get(at + from, address);
    return HexFormat.of().formatHex(address);
  }

  private ScenarioException problem(int at, String found, String allowed) {
    return new ScenarioException(
        file + ": byte " + at + ": found " + found + "; allowed: " + allowed);
  }
}
