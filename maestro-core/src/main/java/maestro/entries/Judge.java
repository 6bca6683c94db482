package maestro.entries;

import java.nio.ByteBuffer;
import maestro.api.FlowEntry;
import maestro.api.Worth;
import maestro.openflow.FlowStatsEncoder;
import maestro.openflow.FlowStatsEntryFlyweight;

/** Turns the worth of entries into messages to their switch. Confined to one thread. */
final class Judge {
  /** The transaction id of these messages: an ERROR about them answers no request. */
  private static final int NO_XID = 0;

  private final EntrySwitch owner;
  private final ByteList messages = new ByteList();
  private Tally tally = new Tally();

  Judge(EntrySwitch owner) {
    this.owner = owner;
  }

  /** Applies an application's judgement of its entry. */
  void judged(EntryOwner application, Worth worth, FlowStatsEntryFlyweight entry, FlowEntry shown) {
    if (worth == Worth.KEEP) {
      tally.right++;
    } else if (worth == Worth.UNDECIDED) {
      tally.undecided++;
    } else if (worth == Worth.REMOVE) {
      if (shown.leadsNowhere()) {
        tally.nowhere++;
      } else {
        tally.outdated++;
      }
      remove(entry);
    } else {
      byte[] replacement = owner.bytesOf(worth.replacement());
      application.cookies().stamp(replacement);
      messages.add(replacement);
      tally.replaced++;
    }
  }

  /** Counts an entry that no keeper judges. */
  void kept() {
    tally.right++;
  }

  /** Counts an entry that cannot be judged now. */
  void undecided() {
    tally.undecided++;
  }

  /** Removes an entry whose application does not run. */
  void left(FlowStatsEntryFlyweight entry) {
    tally.left++;
    remove(entry);
  }

  /** Adds a missing entry. */
  void added(byte[] message) {
    tally.added++;
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

  /** The tally since the last call. */
  Tally takeTally() {
    Tally taken = tally;
    tally = new Tally();
    return taken;
  }
}
