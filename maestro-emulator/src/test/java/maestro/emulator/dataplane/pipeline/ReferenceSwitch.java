package maestro.emulator.dataplane.pipeline;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import maestro.emulator.dataplane.pipeline.PlainMatch.Bits;

/**
 * A switch as plain as can be: one list of entries, scanned. Fields have names; a match maps them
 * to value and mask. It shares no code with the data plane.
 */
final class ReferenceSwitch {
  private static final long NS_PER_S = 1_000_000_000L;
  private static final int EXACT = 100_000;

  final List<Entry> entries = new ArrayList<>();

  /** What was said: errors as {@code TYPE/CODE}, removals as {@code COOKIE reason REASON}. */
  final List<String> said = new ArrayList<>();

  private final int mostExact;
  private final int mostWildcard;

  /** A FLOW_MOD. */
  @SuppressWarnings("ArrayRecordComponent")
  record Command(
      int command,
      byte[] match,
      int priority,
      long cookie,
      int idle,
      int hard,
      int flags,
      int outPort,
      List<Integer> outputs) {}

  /** An entry. */
  static final class Entry {
    Command by;
    Map<String, Bits> match;
    boolean exact;
    long cookie;
    List<Integer> outputs;
    long addedNs;
    long usedNs;
    long frames;
    long bytes;

    int rank() {
      return exact ? EXACT : by.priority();
    }

    @Override
    public String toString() {
      return rank() + " cookie " + cookie + " " + outputs + " " + frames + "/" + bytes;
    }
  }

  ReferenceSwitch(int mostExact, int mostWildcard) {
    this.mostExact = mostExact;
    this.mostWildcard = mostWildcard;
  }

  void apply(Command c, long nowNs) {
    Map<String, Bits> match = match(c.match());
    boolean exact = (ByteBuffer.wrap(c.match()).getInt(0) & 0x3fffff) == 0;
    boolean strict = c.command() == 2 || c.command() == 4;
    List<Entry> about = new ArrayList<>();
    for (Entry e : entries) {
      boolean same =
          e.exact == exact && e.match.equals(match) && (exact || e.by.priority() == c.priority());
      boolean meant = (strict || c.command() == 0) ? same : PlainMatch.covers(match, e.match);
      if (meant) {
        about.add(e);
      }
    }
    if (c.command() >= 3) {
      for (Entry e : about) {
        if (c.outPort() == 0xffff || e.outputs.contains(c.outPort())) {
          remove(e, 2);
        }
      }
    } else if (c.command() == 0 || about.isEmpty()) {
      add(c, match, exact, about, nowNs);
    } else {
      for (Entry e : about) {
        e.outputs = c.outputs();
        e.cookie = c.cookie();
      }
    }
  }

  private void add(
      Command c, Map<String, Bits> match, boolean exact, List<Entry> same, long nowNs) {
    Entry added = new Entry();
    added.by = c;
    added.match = match;
    added.exact = exact;
    added.cookie = c.cookie();
    added.outputs = c.outputs();
    added.addedNs = nowNs;
    added.usedNs = nowNs;
    if ((c.flags() & 2) != 0) {
      for (Entry e : entries) {
        if (e.rank() == added.rank() && PlainMatch.overlap(e.match, match)) {
          said.add("3/1");
          return;
        }
      }
    }
    long there = entries.stream().filter(e -> e.exact == exact).count();
    if (same.isEmpty() && there == (exact ? mostExact : mostWildcard)) {
      said.add("3/0");
      return;
    }
    entries.removeAll(same);
    entries.add(added);
  }

  void expire(long nowNs) {
    for (Entry e : List.copyOf(entries)) {
      long idleNs = e.by.idle() * NS_PER_S;
      long hardNs = e.by.hard() * NS_PER_S;
      if (hardNs > 0 && nowNs >= e.addedNs + hardNs) {
        remove(e, 1);
      } else if (idleNs > 0 && nowNs >= e.usedNs + idleNs) {
        remove(e, 0);
      }
    }
  }

  private void remove(Entry e, int reason) {
    entries.remove(e);
    if ((e.by.flags() & 1) != 0) {
      said.add(e.cookie + " reason " + reason + " after " + e.frames);
    }
  }

  /** The ports that a frame leaves by, or null when it goes to the controller. */
  List<Integer> receive(Map<String, Long> frame, int lengthBytes, int inPort, long nowNs) {
    Entry best = null;
    for (Entry e : entries) {
      if (PlainMatch.matches(e.match, frame) && (best == null || e.rank() > best.rank())) {
        best = e;
      }
    }
    if (best == null) {
      return null;
    }
    best.frames++;
    best.bytes += lengthBytes;
    best.usedNs = nowNs;
    return best.outputs.stream().filter(port -> port != inPort).toList();
  }

  private static Map<String, Bits> match(byte[] bytes) {
    ByteBuffer b = ByteBuffer.wrap(bytes);
    int wild = b.getInt(0);
    Map<String, Bits> m = new TreeMap<>();
    put(m, "in", wild & 1, b.getShort(4) & 0xffff);
    put(m, "src", wild & 4, b.getLong(4) & 0xffff_ffff_ffffL);
    put(m, "dst", wild & 8, b.getLong(12) >>> 16);
    int vlan = b.getShort(18) & 0xffff;
    boolean none = (wild & 2) == 0 && vlan == 0xffff;
    if (none) {
      m.put("tagged", new Bits(0, 1));
    } else if ((wild & 2) == 0) {
      m.put("tagged", new Bits(1, 1));
      m.put("vlan", new Bits(vlan & 0xfff, 0xfff));
    }
    if (!none && (wild & 1 << 20) == 0) {
      m.put("tagged", new Bits(1, 1));
      m.put("pcp", new Bits(b.get(20) & 7, 7));
    }
    int type = b.getShort(22) & 0xffff;
    put(m, "type", wild & 16, type);
    if ((wild & 16) == 0 && (type == 0x800 || type == 0x806)) {
      int protocol = b.get(25) & 0xff;
      put(m, "protocol", wild & 32, protocol);
      prefix(m, "nwSrc", wild >>> 8 & 63, b.getInt(28));
      prefix(m, "nwDst", wild >>> 14 & 63, b.getInt(32));
      if (type == 0x800) {
        put(m, "dscp", wild & 1 << 21, (b.get(24) & 0xff) >>> 2);
        boolean ports = protocol == 1 || protocol == 6 || protocol == 17;
        if ((wild & 32) == 0 && ports) {
          put(m, "tpSrc", wild & 64, b.getShort(36) & 0xffff);
          put(m, "tpDst", wild & 128, b.getShort(38) & 0xffff);
        }
      }
    }
    return m;
  }

  private static void put(Map<String, Bits> m, String name, int wild, long value) {
    if (wild == 0) {
      m.put(name, new Bits(value, -1));
    }
  }

  private static void prefix(Map<String, Bits> m, String name, int wildBits, int address) {
    if (wildBits < 32) {
      long mask = 0xffff_ffffL >>> wildBits << wildBits;
      m.put(name, new Bits(address & mask, mask));
    }
  }
}
