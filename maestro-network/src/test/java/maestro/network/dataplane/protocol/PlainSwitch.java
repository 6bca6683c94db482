package maestro.network.dataplane.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import maestro.network.dataplane.protocol.PlainMatch.Bits;
import org.jspecify.annotations.Nullable;

/**
 * A switch of either version, as plain as can be: one list of entries, scanned. Fields have names;
 * a match maps them to value and mask. It shares no code with the data plane.
 */
final class PlainSwitch {
  static final int ALL_TABLES = 0xff;
  static final int ANY_PORT = -1;

  private static final long NS_PER_S = 1_000_000_000L;

  /** Above all priorities. */
  static final int EXACT_RANK = 100_000;

  final List<Entry> entries = new ArrayList<>();

  /** Errors as {@code TYPE/CODE}, removals as {@code COOKIE reason REASON after FRAMES}. */
  final List<String> said = new ArrayList<>();

  /** How many frames have matched in the first table. */
  int matchedCount;

  private final boolean isOf10;
  private final int mostExact;
  private final int mostOthers;

  /**
   * A FLOW_MOD.
   *
   * @param exact whether it is of 1.0 and has no wildcard
   * @param applied the ports that the entry sends to at once
   * @param written the port that it writes to the action set; 0 for none
   * @param metadata for the lower four bits; 0 for none
   * @param next the next table; 0 for none
   */
  record Command(
      int command,
      int table,
      Map<String, Bits> match,
      boolean exact,
      int priority,
      long cookie,
      long cookieMask,
      int idle,
      int hard,
      int flags,
      int outPort,
      List<Integer> applied,
      int written,
      boolean clears,
      int metadata,
      int next) {
    boolean has(int flag) {
      return (flags & flag) != 0;
    }

    int rank() {
      return exact ? EXACT_RANK : priority;
    }

    /** Whether an entry of this command has the match and the priority of the other one. */
    boolean isSame(Command other) {
      return rank() == other.rank() && match.equals(other.match);
    }
  }

  /** An entry. */
  static final class Entry {
    final Command by;
    Command does;
    long cookie;
    final long addedNs;
    long usedNs;
    long frames;
    long bytes;

    Entry(Command by, long nowNs) {
      this.by = by;
      this.does = by;
      this.cookie = by.cookie();
      this.addedNs = nowNs;
      this.usedNs = nowNs;
    }

    boolean isIn(int table) {
      return table == ALL_TABLES || table == by.table();
    }

    boolean sendsTo(int port) {
      return port == ANY_PORT || does.applied().contains(port) || does.written() == port;
    }

    @Override
    public String toString() {
      return text(by.table(), by.rank(), cookie, does.applied(), frames, bytes);
    }
  }

  /** An entry as text, to compare. */
  static String text(
      int table, int rank, long cookie, List<Integer> applied, long frames, long bytes) {
    return table + "/" + rank + " cookie " + cookie + " " + applied + " " + frames + "/" + bytes;
  }

  /**
   * @param mostExact entries without wildcards
   * @param mostOthers in each table
   */
  PlainSwitch(boolean isOf10, int mostExact, int mostOthers) {
    this.isOf10 = isOf10;
    this.mostExact = mostExact;
    this.mostOthers = mostOthers;
  }

  void apply(Command c, long nowNs) {
    List<Entry> about = entries.stream().filter(e -> isAbout(c, e)).toList();
    switch (c.command()) {
      case 0 -> add(c, about, nowNs);
      case 1, 2 -> {
        if (isOf10 && about.isEmpty()) {
          add(c, about, nowNs);
        }
        about.forEach(e -> modify(e, c));
      }
      default -> about.stream().filter(e -> e.sendsTo(c.outPort())).forEach(e -> remove(e, 2));
    }
  }

  private static boolean isAbout(Command c, Entry e) {
    boolean adds = c.command() == 0;
    boolean strict = adds || c.command() == 2 || c.command() == 4;
    boolean cookie = adds || ((e.cookie ^ c.cookie()) & c.cookieMask()) == 0;
    return e.isIn(c.table())
        && cookie
        && (strict ? e.by.isSame(c) : PlainMatch.covers(c.match(), e.by.match()));
  }

  private void modify(Entry e, Command c) {
    e.does = c;
    e.cookie = isOf10 ? c.cookie() : e.cookie;
    if (!isOf10 && c.has(4)) {
      e.frames = 0;
      e.bytes = 0;
    }
  }

  private void add(Command c, List<Entry> same, long nowNs) {
    for (Entry e : entries) {
      boolean overlaps =
          e.isIn(c.table())
              && e.by.rank() == c.rank()
              && PlainMatch.overlap(e.by.match(), c.match());
      if (overlaps && c.has(2)) {
        said.add(isOf10 ? "3/1" : "5/3");
        return;
      }
    }
    long there =
        entries.stream().filter(e -> e.isIn(c.table()) && e.by.exact() == c.exact()).count();
    if (same.isEmpty() && there == (c.exact() ? mostExact : mostOthers)) {
      said.add(isOf10 ? "3/0" : "5/1");
      return;
    }
    Entry added = new Entry(c, nowNs);
    if (!same.isEmpty() && !isOf10 && !c.has(4)) {
      added.frames = same.get(0).frames;
      added.bytes = same.get(0).bytes;
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
    if (e.by.has(1)) {
      said.add(e.cookie + " reason " + reason + " after " + e.frames);
    }
  }

  /** The ports that a frame leaves by, or null when it goes to the controller. */
  @Nullable List<Integer> receive(
      Map<String, Long> frame, int lengthBytes, int inPort, long nowNs) {
    Map<String, Long> fields = new TreeMap<>(frame);
    List<Integer> left = new ArrayList<>();
    int written = 0;
    int table = 0;
    while (true) {
      Entry best = best(table, fields);
      if (best == null) {
        return isOf10 ? null : left;
      }
      matchedCount += table == 0 ? 1 : 0;
      best.frames++;
      best.bytes += lengthBytes;
      best.usedNs = nowNs;
      best.does.applied().stream().filter(port -> port != inPort).forEach(left::add);
      written = best.does.clears() ? 0 : written;
      written = best.does.written() != 0 ? best.does.written() : written;
      if (best.does.metadata() != 0) {
        long before = fields.getOrDefault("metadata", 0L);
        fields.put("metadata", (before & ~0xfL) | best.does.metadata());
      }
      if (best.does.next() == 0) {
        if (written != 0 && written != inPort) {
          left.add(written);
        }
        return left;
      }
      table = best.does.next();
    }
  }

  /** The first one of the highest rank. */
  private @Nullable Entry best(int table, Map<String, Long> fields) {
    Entry best = null;
    for (Entry e : entries) {
      boolean matches = e.isIn(table) && PlainMatch.matches(e.by.match(), fields);
      if (matches && (best == null || e.by.rank() > best.by.rank())) {
        best = e;
      }
    }
    return best;
  }
}
