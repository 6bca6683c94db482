package maestro.emulator.dataplane.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import maestro.emulator.dataplane.pipeline.PlainMatch.Bits;

/**
 * A pipeline as plain as can be: one list of entries, scanned. Fields have names; a match maps them
 * to value and mask. It shares no code with the data plane.
 */
final class PlainPipeline {
  private static final long NS_PER_S = 1_000_000_000L;

  final List<Entry> entries = new ArrayList<>();

  /** Errors as {@code TYPE/CODE}, removals as {@code COOKIE reason REASON after FRAMES}. */
  final List<String> said = new ArrayList<>();

  private final int mostEntries;

  /**
   * A FLOW_MOD; an entry applies one output, writes another one and goes on, each of them unless it
   * is 0.
   */
  record Command(
      int command,
      int table,
      Map<String, Bits> match,
      int priority,
      long cookie,
      long cookieMask,
      int idle,
      int hard,
      int flags,
      int outPort,
      int applied,
      int written,
      boolean clears,
      int metadata,
      int next) {}

  /** An entry. */
  static final class Entry {
    final Command by;
    Command does;
    final long addedNs;
    long usedNs;
    long frames;

    Entry(Command by, long nowNs) {
      this.by = by;
      this.does = by;
      this.addedNs = nowNs;
      this.usedNs = nowNs;
    }

    @Override
    public String toString() {
      return by.table() + "/" + by.priority() + " cookie " + by.cookie() + " frames " + frames;
    }
  }

  PlainPipeline(int mostEntries) {
    this.mostEntries = mostEntries;
  }

  void apply(Command c, long nowNs) {
    List<Entry> about = new ArrayList<>();
    for (Entry e : entries) {
      boolean strict = c.command() == 0 || c.command() == 2 || c.command() == 4;
      boolean same = e.by.match().equals(c.match()) && e.by.priority() == c.priority();
      boolean here = e.by.table() == c.table() || c.table() == 0xff;
      boolean cookie = c.command() == 0 || ((e.by.cookie() ^ c.cookie()) & c.cookieMask()) == 0;
      if (here && cookie && (strict ? same : PlainMatch.covers(c.match(), e.by.match()))) {
        about.add(e);
      }
    }
    switch (c.command()) {
      case 0 -> add(c, about, nowNs);
      case 1, 2 -> {
        for (Entry e : about) {
          e.does = c;
          e.frames = (c.flags() & 4) != 0 ? 0 : e.frames;
        }
      }
      default -> {
        for (Entry e : about) {
          boolean sends = e.does.applied() == c.outPort() || e.does.written() == c.outPort();
          if (c.outPort() == -1 || sends) {
            remove(e, 2);
          }
        }
      }
    }
  }

  private void add(Command c, List<Entry> same, long nowNs) {
    for (Entry e : entries) {
      boolean overlap =
          e.by.table() == c.table()
              && e.by.priority() == c.priority()
              && PlainMatch.overlap(e.by.match(), c.match());
      if (overlap && (c.flags() & 2) != 0) {
        said.add("5/3");
        return;
      }
    }
    if (same.isEmpty()
        && entries.stream().filter(e -> e.by.table() == c.table()).count() == mostEntries) {
      said.add("5/1");
      return;
    }
    Entry added = new Entry(c, nowNs);
    if (!same.isEmpty() && (c.flags() & 4) == 0) {
      added.frames = same.get(0).frames;
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
      said.add(e.by.cookie() + " reason " + reason + " after " + e.frames);
    }
  }

  /** The ports that a frame leaves by. */
  List<Integer> receive(Map<String, Long> frame, int inPort, long nowNs) {
    Map<String, Long> fields = new TreeMap<>(frame);
    List<Integer> left = new ArrayList<>();
    int written = 0;
    int table = 0;
    while (true) {
      Entry best = null;
      for (Entry e : entries) {
        boolean matches = e.by.table() == table && PlainMatch.matches(e.by.match(), fields);
        if (matches && (best == null || e.by.priority() > best.by.priority())) {
          best = e;
        }
      }
      if (best == null) {
        return left;
      }
      best.frames++;
      best.usedNs = nowNs;
      if (best.does.applied() != 0 && best.does.applied() != inPort) {
        left.add(best.does.applied());
      }
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
}
