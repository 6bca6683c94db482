package maestro.entries;

import java.nio.ByteBuffer;
import maestro.api.EntryVerdict;
import maestro.openflow.entry.FlowStatsEncoder;
import maestro.openflow.entry.FlowStatsEntryFlyweight;
import org.projectfloodlight.openflow.protocol.OFFlowMod;

/** Turns verdicts on entries into messages to their switch. Confined to one thread. */
final class Judge {
  /** The transaction id of these messages: an ERROR about them answers no request. */
  private static final int NO_XID = 0;

  private final EntrySwitch owner;
  private final ByteList messages = new ByteList();
  private EntryCounts counts = new EntryCounts();

  Judge(EntrySwitch owner) {
    this.owner = owner;
  }

  /** Applies an application's verdict on its entry. */
  void judged(EntryOwner application, EntryVerdict verdict, ShownEntry entry) {
    OFFlowMod replacement = verdict.replacement();
    if (verdict == EntryVerdict.KEEP) {
      counts.right++;
    } else if (verdict == EntryVerdict.UNDECIDED) {
      counts.undecided++;
    } else if (replacement == null) { // REMOVE
      if (entry.leadsNowhere()) {
        counts.nowhere++;
      } else {
        counts.outdated++;
      }
      remove(entry);
    } else {
      byte[] message = owner.bytesOf(replacement);
      application.cookies().stamp(message);
      messages.add(message);
      counts.replaced++;
    }
  }

  /** Counts an entry about which no reconciler decides. */
  void kept() {
    counts.right++;
  }

  /** Counts an entry that cannot be judged now. */
  void undecided() {
    counts.undecided++;
  }

  /** Removes an entry whose application does not run. */
  void left(FlowStatsEntryFlyweight entry) {
    counts.left++;
    remove(entry);
  }

  /** Adds a missing entry. */
  void added(byte[] message) {
    counts.added++;
    messages.add(message);
  }

  private void remove(FlowStatsEntryFlyweight entry) {
    ByteBuffer room = messages.room(FlowStatsEncoder.deleteBytes(entry));
    int at = room.position();
    room.position(at + FlowStatsEncoder.delete(room, at, NO_XID, entry));
  }

  /** The messages since the last call. */
  byte[] takeMessages() {
    return messages.take();
  }

  /** The counts since the last call. */
  EntryCounts takeCounts() {
    EntryCounts taken = counts;
    counts = new EntryCounts();
    return taken;
  }
}
