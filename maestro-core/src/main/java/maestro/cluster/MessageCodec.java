package maestro.cluster;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import maestro.cluster.ClusterMessage.Beat;
import maestro.cluster.ClusterMessage.Hello;
import maestro.cluster.ClusterMessage.Link;
import maestro.cluster.ClusterMessage.Move;
import maestro.cluster.ClusterMessage.Report;
import maestro.cluster.ClusterMessage.Whole;

/**
 * Messages as bytes, big-endian. A message begins with its type and its view; a table takes 20
 * bytes a switch.
 */
final class MessageCodec {
  private static final int REPORT = 1;
  private static final int CHANGES = 2;
  private static final int WHOLE = 3;
  private static final int BEAT = 4;
  private static final int MOVE = 5;
  private static final int HELLO = 6;

  private static final int CONNECTED = 1;
  private static final int MASTER = 2;
  private static final int TAKEN = 4;

  private MessageCodec() {}

  static byte[] encode(ClusterMessage message) {
    return ClusterBytes.of(out -> write(out, message));
  }

  private static void write(DataOutputStream out, ClusterMessage message) throws IOException {
    out.writeByte(typeOf(message));
    out.writeLong(message.view().number());
    out.writeShort(message.view().coordinator());
    if (message instanceof Report report) {
      write(out, report);
    } else if (message instanceof Whole whole) {
      write(out, whole.table());
    } else if (message instanceof Beat beat) {
      write(out, beat);
    } else if (message instanceof Move move) {
      out.writeShort(move.to());
      writeLongs(out, move.datapathIds());
    } else if (message instanceof Hello hello) {
      out.writeUTF(hello.text());
    }
  }

  /**
   * Reads a message.
   *
   * @throws IllegalArgumentException when it is none
   */
  static ClusterMessage decode(byte[] message) {
    return ClusterBytes.read(message, MessageCodec::read);
  }

  private static ClusterMessage read(DataInputStream in) throws IOException {
    int type = in.readUnsignedByte();
    ViewId view = new ViewId(in.readLong(), in.readUnsignedShort());
    return switch (type) {
      case REPORT -> new Report(view, in.readInt(), readTable(in), readLinks(in));
      case CHANGES -> new Report(view, in.readInt(), null, readLinks(in));
      case WHOLE -> new Whole(view, readTable(in));
      case BEAT -> new Beat(view, in.readLong(), in.readBoolean(), setOf(readLongs(in)));
      case MOVE -> new Move(view, in.readUnsignedShort(), readLongs(in));
      case HELLO -> new Hello(view, in.readUTF());
      default -> throw new IllegalArgumentException("a message of type " + type);
    };
  }

  private static int typeOf(ClusterMessage message) {
    if (message instanceof Report report) {
      return report.table() == null ? CHANGES : REPORT;
    } else if (message instanceof Whole) {
      return WHOLE;
    } else if (message instanceof Beat) {
      return BEAT;
    } else if (message instanceof Move) {
      return MOVE;
    }
    return HELLO;
  }

  private static void write(DataOutputStream out, Report report) throws IOException {
    out.writeInt(report.sequence());
    if (report.table() != null) {
      write(out, report.table());
    }
    out.writeInt(report.links().size());
    for (Link link : report.links()) {
      out.writeLong(link.datapathId());
      out.writeLong(link.generation());
      out.writeByte(
          (link.isConnected() ? CONNECTED : 0)
              | (link.isMaster() ? MASTER : 0)
              | (link.isTaken() ? TAKEN : 0));
    }
  }

  private static List<Link> readLinks(DataInputStream in) throws IOException {
    int count = count(in, 17);
    List<Link> links = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      long datapathId = in.readLong();
      long generation = in.readLong();
      int flags = in.readUnsignedByte();
      links.add(
          new Link(
              datapathId,
              generation,
              (flags & CONNECTED) != 0,
              (flags & MASTER) != 0,
              (flags & TAKEN) != 0));
    }
    return links;
  }

  private static void write(DataOutputStream out, MasterTable table) throws IOException {
    out.writeLong(table.number());
    out.writeInt(table.rows().size());
    for (Assignment row : table.rows()) {
      out.writeLong(row.datapathId());
      out.writeShort(row.master());
      out.writeShort(row.backup());
      out.writeLong(row.generation());
    }
  }

  private static MasterTable readTable(DataInputStream in) throws IOException {
    long number = in.readLong();
    int count = count(in, 20);
    List<Assignment> rows = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      rows.add(
          new Assignment(
              in.readLong(), in.readUnsignedShort(), in.readUnsignedShort(), in.readLong()));
    }
    return MasterTable.of(number, rows);
  }

  private static void write(DataOutputStream out, Beat beat) throws IOException {
    out.writeLong(beat.tableNumber());
    out.writeBoolean(beat.mayTake());
    writeLongs(out, List.copyOf(beat.heard()));
  }

  private static void writeLongs(DataOutputStream out, List<Long> values) throws IOException {
    out.writeInt(values.size());
    for (long value : values) {
      out.writeLong(value);
    }
  }

  private static List<Long> readLongs(DataInputStream in) throws IOException {
    int count = count(in, Long.BYTES);
    List<Long> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      values.add(in.readLong());
    }
    return values;
  }

  private static Set<Long> setOf(List<Long> values) {
    return new LinkedHashSet<>(values);
  }

  /** A count of things that are really there: a wrong one must not reserve memory. */
  private static int count(DataInputStream in, int bytesEach) throws IOException {
    int count = in.readInt();
    if (count < 0 || (long) count * bytesEach > in.available()) {
      throw new IllegalArgumentException("a count of " + count);
    }
    return count;
  }
}
