package maestro.entries;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import maestro.api.CookieRange;
import maestro.api.EntryReconciler;
import maestro.api.EntryVerdict;
import maestro.api.FlowEntry;
import maestro.api.SwitchInfo;
import maestro.metrics.Metrics;
import maestro.testkit.LogOf;
import org.projectfloodlight.openflow.protocol.OFFlowMod;

/**
 * A reconciler on the test's thread, and its applications: <i>here</i> judges on the worker,
 * <i>events</i> and <i>lasting</i> on the event thread, <i>quiet</i> keeps what it has, <i>away</i>
 * and <i>stays</i> do not run. The entries of <i>lasting</i> and <i>stays</i> stay.
 */
final class EntryRig implements AutoCloseable {
  static final long HERE = 0x1111_0000_0000_0001L;
  static final long EVENTS = 0x2222_0000_0000_0001L;
  static final long QUIET = 0x3333_0000_0000_0001L;
  static final long AWAY = 0x4444_0000_0000_0001L;
  static final long STAYS = 0x5555_0000_0000_0001L;
  static final long LASTING = 0x7777_0000_0000_0001L;
  static final long STRANGE = 0x6666_0000_0000_0001L;
  static final int SLOT = 3;
  static final Duration SILENCE = Duration.ofSeconds(10);

  final FakeEvents events = new FakeEvents();
  final Metrics metrics = new Metrics();
  final LogOf log = new LogOf(Reconciliation.class);
  final FakeApplication here = new FakeApplication();
  final FakeApplication event = new FakeApplication();
  final FakeApplication lasting = new FakeApplication();
  final Reconciler reconciler;

  /** Says of each entry what the test wants. */
  static final class FakeApplication implements EntryOwner.Runner, EntryReconciler {
    final List<Long> judged = new ArrayList<>();
    final List<OFFlowMod> missing = new ArrayList<>();
    EntryVerdict verdict = EntryVerdict.KEEP;
    RuntimeException thrown;
    boolean isOut;
    int faults;
    int missingAsked;
    Object lastState;

    @Override
    public boolean isRunning() {
      return !isOut;
    }

    @Override
    public void onEventThread(Runnable task) {
      try {
        task.run();
      } catch (RuntimeException e) {
        failed(e);
      }
    }

    @Override
    public void failed(Throwable fault) {
      faults++;
    }

    @Override
    public EntryVerdict verdict(SwitchInfo info, FlowEntry entry) {
      judged.add(entry.ethDst());
      if (thrown != null) {
        throw thrown;
      }
      return verdict;
    }

    EntryVerdict verdict(SwitchInfo info, Object state, FlowEntry entry) {
      lastState = state;
      return verdict(info, entry);
    }

    @Override
    public List<OFFlowMod> missing(SwitchInfo info) {
      missingAsked++;
      return missing;
    }
  }

  EntryRig() {
    EntryOwners owners =
        new EntryOwners(
            List.of(
                EntryOwner.running("here", cookies("here", HERE), false, here)
                    .with(SLOT, here::verdict),
                EntryOwner.running("events", cookies("events", EVENTS), false, event).with(event),
                EntryOwner.running("quiet", cookies("quiet", QUIET), false, new FakeApplication()),
                EntryOwner.running("lasting", cookies("lasting", LASTING), true, lasting)
                    .with(lasting),
                EntryOwner.absent("away", cookies("away", AWAY), false),
                EntryOwner.absent("stays", cookies("stays", STAYS), true)));
    reconciler = new Reconciler(owners, events, events::nowNs, SILENCE, metrics);
  }

  private static OwnCookies cookies(String name, long cookie) {
    return new OwnCookies(name, List.of(CookieRange.of(cookie)));
  }

  FakeEntrySwitch join(long datapathId, int version) {
    FakeEntrySwitch joining = new FakeEntrySwitch(datapathId, version);
    reconciler.joined(joining);
    events.run();
    return joining;
  }

  @Override
  public void close() {
    log.close();
  }
}
