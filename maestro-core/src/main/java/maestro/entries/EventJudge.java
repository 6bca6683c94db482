package maestro.entries;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import maestro.api.EntryReconciler;
import maestro.api.EntryVerdict;
import org.projectfloodlight.openflow.protocol.OFFlowMod;

/**
 * Asks the applications that judge on the event thread about the entries of one dump, and after the
 * last part about missing entries. An application that throws is not asked again about the dump.
 *
 * <p>On the event thread.
 */
final class EventJudge {
  private final EntrySwitch owner;
  private final EntryOwners owners;
  private final ShownEntry entry;
  private final Judge judge;
  private final Set<EntryOwner> failed = new HashSet<>();

  EventJudge(EntrySwitch owner, EntryOwners owners) {
    this.owner = owner;
    this.owners = owners;
    this.entry = new ShownEntry(owner);
    this.judge = new Judge(owner);
  }

  /** Tells the applications that a dump begins. */
  void begin() {
    for (EntryOwner application : owners.all()) {
      EntryReconciler reconciler = application.reconciler();
      if (reconciler != null && application.isRunning()) {
        boolean unused = run(application, () -> reconciler.begin(owner.info()));
      }
    }
  }

  /**
   * Asks about entries.
   *
   * @param entries one behind the other, with valid lengths
   */
  void judgeAll(byte[] entries, long nowNs) {
    ByteBuffer b = ByteBuffer.wrap(entries);
    int at = 0;
    while (at < entries.length) {
      at += entry.wrap(b, at, entries.length, owner.info().openFlowVersion());
      judgeOne(nowNs);
    }
  }

  private void judgeOne(long nowNs) {
    EntryOwner application = owners.of(entry.cookie());
    if (application == null || !application.isRunning()) { // stopped since the copy was made
      if (application == null || !application.isStaying()) {
        judge.left(entry);
      }
      return;
    }
    EntryReconciler reconciler = application.reconciler();
    if (reconciler == null) {
      judge.kept();
      return;
    }
    boolean judged =
        !failed.contains(application)
            && run(
                application,
                () -> {
                  entry.cameAt(nowNs);
                  EntryVerdict verdict = reconciler.verdict(owner.info(), entry);
                  judge.judged(application, verdict, entry);
                });
    if (!judged) {
      judge.undecided();
    }
  }

  /** Asks for missing entries. Called when the dump is complete. */
  void complete() {
    for (EntryOwner application : owners.all()) {
      EntryReconciler reconciler = application.reconciler();
      if (reconciler != null && application.isRunning() && !failed.contains(application)) {
        boolean unused =
            run(
                application,
                () -> {
                  List<OFFlowMod> missing = reconciler.missing(owner.info());
                  missing.forEach(message -> add(application, message));
                });
      }
    }
  }

  private void add(EntryOwner application, OFFlowMod message) {
    byte[] bytes = owner.bytesOf(message);
    application.cookies().stamp(bytes);
    judge.added(bytes);
  }

  private boolean run(EntryOwner application, Runnable task) {
    boolean[] returned = new boolean[1];
    application
        .runner()
        .onEventThread(
            () -> {
              task.run();
              returned[0] = true;
            });
    if (!returned[0]) {
      failed.add(application);
    }
    return returned[0];
  }

  byte[] takeMessages() {
    return judge.takeMessages();
  }

  EntryCounts takeCounts() {
    return judge.takeCounts();
  }
}
