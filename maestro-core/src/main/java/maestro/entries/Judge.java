package maestro.entries;

import java.nio.ByteBuffer;
import maestro.api.FlowEntry;
import maestro.api.Worth;
import maestro.openflow.FlowStatsEncoder;
import maestro.openflow.FlowStatsEntryFlyweight;

/** Turns what entries are worth into messages to their switch. One thread's. */
final class Judge {
  /** Errors that answer these messages answer no request. */
  private static final int NO_XID = 0;

  private final EntrySwitch owner;
  private final ByteList messages = new ByteList();
  private Tally tally = new Tally();

  Judge(EntrySwitch owner) {
    this.owner = owner;
  }

  /** An application has said what its entry is worth. */
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

  /** Nobody says anything against it. */
  void kept() {
    tally.right++;
  }

  /** It cannot be said now. */
  void undecided() {
    tally.undecided++;
  }

  /** Its application does not run. */
  void left(FlowStatsEntryFlyweight entry) {
    tally.left++;
    remove(entry);
  }

  /** It is missing. */
  void added(byte[] message) {
    tally.added++;
    messages.add(message);
  }

  private void remove(FlowStatsEntryFlyweight entry) {
    ByteBuffer room = messages.room(FlowStatsEncoder.deleteBytes(entry));
    int at = room.position();
    room.position(at + FlowStatsEncoder.delete(room, at, NO_XID, entry));
  }

  /** The messages since this was last asked. */
  byte[] takeMessages() {
    return messages.take();
  }

  /** What was counted since this was last asked. */
  Tally takeTally() {
    Tally taken = tally;
    tally = new Tally();
    return taken;
  }
}
