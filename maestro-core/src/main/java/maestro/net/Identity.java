package maestro.net;

import maestro.api.SwitchInfo;
import maestro.metrics.Counter;
import maestro.metrics.Metrics;

/**
 * Decides whether a connection is the switch that it says it is.
 *
 * <ol>
 *   <li>The {@link DatapathBinding} has to allow it.
 *   <li>When no other connection has the datapath id, or that one is being closed, it is.
 *   <li>Else the {@link DuplicatePolicy} decides. To verify, the old connection is sent an echo
 *       request at once, and another after half the wait.
 *   <li>Whatever is read from the old connection from then on proves that it lives: the new one is
 *       refused. So nobody can drive out a live switch by its datapath id.
 *   <li>When the wait is over and nothing has come, the old one is dead, and the new one takes its
 *       place: a switch that was restarted need not wait for the echo timeout. That is put off
 *       while the old one's bytes lie unread or it reads too slowly to be asked; then its own
 *       timeouts, or the handshake timeout of the new one, decide.
 * </ol>
 *
 * <p>Threads: any; what is about one newcomer is for the holder of its claim.
 */
public final class Identity {
  enum Verdict {
    ADMITTED,
    REFUSED,
    /** Ask again soon. */
    UNDECIDED
  }

  private final SwitchTable switches;
  private final DuplicatePolicy policy;
  private final long waitNs;
  private final DatapathBinding binding;
  private final Metrics metrics;

  /**
   * Makes the judge.
   *
   * @param waitNs with {@link DuplicatePolicy#VERIFY}: how long the old connection has to answer
   */
  public Identity(
      SwitchTable switches,
      DuplicatePolicy policy,
      long waitNs,
      DatapathBinding binding,
      Metrics metrics) {
    this.switches = switches;
    this.policy = policy;
    this.waitNs = waitNs;
    this.binding = binding;
    this.metrics = metrics;
  }

  /** A connection that claims a datapath id, until that is decided. For the holder of its claim. */
  static final class Claimant {
    private final Connection connection;
    private final long datapathId;
    private Connection asked;
    private long askedNs;
    private boolean askedAgain;

    Claimant(Connection connection, long datapathId) {
      this.connection = connection;
      this.datapathId = datapathId;
    }
  }

  /**
   * Judges by what is known now. When it is admitted it is in the table of switches; when it is
   * refused it is being closed.
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
      boolean isFree = old == null || old.isGone() || old.closeReason() != null; // 2
      Verdict verdict = isFree ? Verdict.ADMITTED : judge(claimant, old, nowNs); // 3
      if (verdict == Verdict.REFUSED) {
        refuse(claimant, old);
      }
      if (verdict != Verdict.ADMITTED) {
        return verdict;
      }
      if (switches.replace(old, claimant.connection, claimant.datapathId)) {
        if (!isFree) {
          metrics.count(Counter.DUPLICATES_REPLACED);
          old.requestClose("connected again from " + claimant.connection.addressText());
        }
        return verdict;
      } // else another one was quicker
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
      old.session().sendEcho();
      return Verdict.UNDECIDED;
    }
    if (old.lastReceivedNs() - claimant.askedNs > 0) { // 4
      return Verdict.REFUSED;
    }
    long waitedNs = nowNs - claimant.askedNs;
    if (!claimant.askedAgain && waitedNs > waitNs / 2) {
      claimant.askedAgain = true;
      old.session().sendEcho();
    }
    boolean cannotAnswer = old.isCongested() || old.isSuspended() || old.backlogBytes() > 0;
    return waitedNs <= waitNs || cannotAnswer ? Verdict.UNDECIDED : Verdict.ADMITTED; // 5
  }

  private void refuse(Claimant claimant, Connection old) {
    metrics.count(Counter.DUPLICATES_REFUSED);
    claimant.connection.requestClose(
        SwitchInfo.format(claimant.datapathId)
            + " is the datapath id of a switch that is connected from "
            + old.addressText());
  }
}
