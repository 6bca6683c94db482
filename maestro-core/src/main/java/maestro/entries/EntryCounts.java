package maestro.entries;

import java.util.StringJoiner;

/** Counts the entries of Maestro's applications on a switch, by outcome. One thread at a time. */
final class EntryCounts {
  int right;
  int undecided;
  int nowhere;
  int outdated;
  int left;
  int replaced;
  int added;

  void add(EntryCounts other) {
    right += other.right;
    undecided += other.undecided;
    nowhere += other.nowhere;
    outdated += other.outdated;
    left += other.left;
    replaced += other.replaced;
    added += other.added;
  }

  int removed() {
    return nowhere + outdated + left;
  }

  /** The entries that are on the switch afterwards. */
  int present() {
    return right + undecided + replaced + added;
  }

  /** Whether the reconciliation has changed entries. */
  boolean hasChanged() {
    return removed() + replaced + added > 0;
  }

  /** The counts above 0, for the log. */
  String describe() {
    StringJoiner parts = new StringJoiner(", ");
    parts.add(right + " right");
    say(parts, undecided, "not decided yet");
    say(parts, nowhere, "removed since they lead nowhere");
    say(parts, outdated, "removed since they are out of date");
    say(parts, left, "removed of applications that do not run");
    say(parts, replaced, "replaced");
    say(parts, added, "added");
    return parts.toString();
  }

  private static void say(StringJoiner parts, int count, String what) {
    if (count > 0) {
      parts.add(count + " " + what);
    }
  }
}
