package maestro.entries;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import maestro.api.EntryVerdict;
import maestro.api.LocalEntryReconciler;
import maestro.openflow.entry.FlowStatsFlyweight;

/**
 * Judges the entries of a {@link Dump}:
 *
 * <ol>
 *   <li>An entry of an application that does not run is removed, unless its entries are to stay.
 *       Entries with foreign cookies stay; a table-miss entry that is changed or gone is sent
 *       again.
 *   <li>An application that needs its switch-local state judges its entry at once, since only the
 *       holder of the claim may touch that state.
 *   <li>The entries of an application that judges on the event thread are copied; no others are.
 * </ol>
 *
 * <p>Confined to the holder of the switch's claim.
 */
final class DumpedEntries {
  private final EntrySwitch owner;
  private final EntryOwners owners;
  private final ShownEntry entry;
  private final FlowStatsFlyweight part;
  private final Judge judge;
  private final ByteList toJudge = new ByteList();

  /** Applications whose reconciler has thrown; they are not asked again about this dump. */
  private final Set<EntryOwner> failed = new HashSet<>();

  DumpedEntries(EntrySwitch owner, EntryOwners owners) {
    this.owner = owner;
    this.owners = owners;
    this.entry = new ShownEntry(owner);
    this.part = new FlowStatsFlyweight(entry);
    this.judge = new Judge(owner);
  }

  /** Judges the entries of a part; false, and none is judged, when it is no valid part. */
  boolean judgePart(ByteBuffer b, int at, int length, long nowNs) {
    if (!part.wrap(b, at, length)) {
      return false;
    }
    while (part.next()) {
      judge(nowNs);
    }
    return true;
  }

  /** Whether more parts follow the last one. */
  boolean hasMore() {
    return part.hasMore();
  }

  /** Takes the messages to the switch. */
  byte[] takeMessages() {
    return judge.takeMessages();
  }

  /** Takes the entries to be judged on the event thread, one behind the other. */
  byte[] takeToJudge() {
    return toJudge.take();
  }

  /** Takes the counts since the last time. */
  EntryCounts takeCounts() {
    return judge.takeCounts();
  }

  private void judge(long nowNs) {
    EntryOwner application = owners.of(entry.cookie());
    owner.shown(entry, application == null);
    if (application == null) {
      return;
    }
    if (!application.isRunning()) { // 1
      if (!application.isStaying()) {
        judge.left(entry);
      }
      return;
    }
    LocalEntryReconciler<Object> local = application.local();
    if (!application.isServing(owner.info().datapathId())) {
      judge.kept();
    } else if (local != null) { // 2
      judgeHere(application, local, nowNs);
    } else if (application.reconciler() != null) { // 3
      toJudge.add(entry.buffer(), entry.offset(), entry.length());
    } else {
      judge.kept();
    }
  }

  private void judgeHere(EntryOwner application, LocalEntryReconciler<Object> local, long nowNs) {
    if (failed.contains(application)) {
      judge.undecided();
      return;
    }
    try {
      Object state = owner.local(application.slot());
      entry.cameAt(nowNs);
      EntryVerdict verdict = local.verdict(owner.info(), state, entry);
      judge.judged(application, verdict, entry);
    } catch (Throwable e) { // code in other languages throws checked exceptions undeclared
      failed.add(application);
      application.runner().failed(e);
      judge.undecided();
    }
  }
}
