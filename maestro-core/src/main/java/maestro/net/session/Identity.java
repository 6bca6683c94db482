package maestro.net.session;

import maestro.api.SwitchInfo;
import maestro.config.DuplicateMode;
import maestro.metrics.Counter;
import maestro.metrics.Metrics;
import maestro.net.connection.Connection;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a connection may have the datapath id that it claims.
 *
 * <ol>
 *   <li>The {@link DatapathBinding} has to permit it.
 *   <li>When no other connection has the datapath id, or the other connection is being closed, the
 *       new connection is admitted.
 *   <li>Otherwise the {@link DuplicateMode} decides. To verify, the controller sends the old
 *       connection an echo request at once, and another after half the wait.
 *   <li>Any byte read from the old connection after the first echo request proves that it is alive:
 *       the new connection is refused. So no peer can displace a live switch by its datapath id.
 *   <li>When the wait is over and no byte has come, the old connection is dead and the new one
 *       takes its place. So a restarted switch need not wait for the echo timeout. The decision is
 *       postponed while bytes of the old connection lie unread or it is congested. Then the
 *       timeouts of the old connection, or the handshake timeout of the new one, decide.
 * </ol>
 *
 * <p>Threads: any; the calls for one new connection are for the holder of its claim.
 */
public final class Identity {
  enum Verdict {
    ADMITTED,
    REFUSED,
    /** The caller has to judge again soon. */
    UNDECIDED
  }

  private final SwitchTable switches;
  private final DuplicateMode policy;
  private final long waitNs;
  private final DatapathBinding binding;
  private final Metrics metrics;

  /**
   * Makes the judge.
   *
   * @param waitNs with {@link DuplicateMode#VERIFY}: the time that the old connection has to answer
   */
  public Identity(
      SwitchTable switches,
      DuplicateMode policy,
      long waitNs,
      DatapathBinding binding,
      Metrics metrics) {
    this.switches = switches;
    this.policy = policy;
    this.waitNs = waitNs;
    this.binding = binding;
    this.metrics = metrics;
  }

  /** A connection whose datapath id is being decided. For the holder of its claim. */
  static final class Claimant {
    private final Connection connection;
    private final long datapathId;
    private @Nullable Connection asked;
    private long askedNs;
    private boolean askedAgain;

    Claimant(Connection connection, long datapathId) {
      this.connection = connection;
      this.datapathId = datapathId;
    }
  }

  /**
   * Judges a new connection. An admitted connection is in the switch table afterwards; a refused
   * one is being closed.
   */
  Verdict judge(Claimant claimant, long nowNs) {
    String refusal = binding.refusal(claimant.connection, claimant.datapathId); // 1
    if (refusal != null) {
      metrics.count(Counter.IDENTITIES_REFUSED);
      claimant.connection.requestClose(refusal);
      return Verdict.REFUSED;
    }
    while (true) {
      Connection old = switches.get(claimant.datapathId);
      boolean isFree = old == null || old.isGone() || old.closeReason() != null;
      Connection rival = isFree ? null : old;
      if (rival != null) { // 3; without a rival it is admitted: 2
        Verdict verdict = judge(claimant, rival, nowNs);
        if (verdict == Verdict.REFUSED) {
          refuse(claimant, rival);
        }
        if (verdict != Verdict.ADMITTED) {
          return verdict;
        }
      }
      if (switches.replace(old, claimant.connection, claimant.datapathId)) {
        if (rival != null) {
          metrics.count(Counter.DUPLICATES_REPLACED);
          rival.requestClose("connected again from " + claimant.connection.peer().addressText());
        }
        return Verdict.ADMITTED;
      } // otherwise another connection was quicker
    }
  }

  private Verdict judge(Claimant claimant, Connection old, long nowNs) {
    return switch (policy) {
      case KEEP_OLD -> Verdict.REFUSED;
      case TAKE_NEW -> Verdict.ADMITTED;
      case VERIFY -> verify(claimant, old, nowNs);
    };
  }

  private Verdict verify(Claimant claimant, Connection old, long nowNs) {
    if (claimant.asked != old) {
      claimant.asked = old;
      claimant.askedNs = nowNs;
      claimant.askedAgain = false;
      Session.of(old).sendEcho();
      return Verdict.UNDECIDED;
    }
    if (old.lastReceivedNs() - claimant.askedNs > 0) { // 4
      return Verdict.REFUSED;
    }
    long waitedNs = nowNs - claimant.askedNs;
    if (!claimant.askedAgain && waitedNs > waitNs / 2) {
      claimant.askedAgain = true;
      Session.of(old).sendEcho();
    }
    boolean cannotAnswer = old.isCongested() || old.isSuspended() || old.backlogBytes() > 0;
    return waitedNs <= waitNs || cannotAnswer ? Verdict.UNDECIDED : Verdict.ADMITTED; // 5
  }

  private void refuse(Claimant claimant, Connection old) {
    metrics.count(Counter.DUPLICATES_REFUSED);
    claimant.connection.requestClose(
        SwitchInfo.format(claimant.datapathId)
            + " is the datapath id of a switch that is connected from "
            + old.peer().addressText());
  }
}
