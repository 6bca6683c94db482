package maestro.sequence.batch;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import maestro.api.BatchStage;
import maestro.api.FlowActions;
import maestro.api.FlowField;
import maestro.api.FlowOptions;
import maestro.config.Sequence;
import maestro.net.connection.RequestBatch;
import maestro.openflow.entry.MatchFields;
import maestro.sequence.batch.StageFindings.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Watches the stages of one worker for mistakes of their authors that no exception shows:
 *
 * <ol>
 *   <li>A request is answered twice, by one stage or by two.
 *   <li>A request is neither answered nor consumed.
 *   <li>A stage waits, {@link WatchedStage}.
 *   <li>An entry covers packets about which the sequence decides otherwise, because a stage has
 *       read a field untracked, or the entry leaves it out. Each entry is installed with those
 *       fields as well, so that packets that differ in them come to the controller, and {@link
 *       CoveringEntries} looks them up in the entries as the author wanted them.
 * </ol>
 *
 * <p>The worker's own. It costs time and garbage, and exists only when stages are checked.
 */
public final class StageCheck {
  private static final int NOT_MATCHED = MatchFields.RAW | MatchFields.HEADER | LateReads.LOST;

  private static final Collector<CharSequence, ?, String> JOINED = Collectors.joining(", ");

  private final BatchView view;
  private final RequestBatch batch;

  /** The sequences that get requests, and their applications, in words. */
  private final String sequences;

  private final String applications;
  private final StageFindings findings;
  private final CoveringEntries entries;

  /** By the index of the request: what was decided; null when nothing was. */
  private final @Nullable Decision[] decisions;

  /** The fields that were read untracked, by the index of the request. */
  private final int[] untracked;

  public StageCheck(
      BatchView view,
      RequestBatch batch,
      List<Sequence> sequences,
      StageFindings findings,
      CoveringEntries entries) {
    this.view = view;
    this.batch = batch;
    this.sequences =
        (sequences.size() == 1 ? "sequence " : "sequences ")
            + sequences.stream().map(Sequence::name).collect(JOINED);
    this.applications =
        sequences.stream().flatMap(each -> each.run().stream()).distinct().collect(JOINED);
    this.findings = findings;
    this.entries = entries;
    this.decisions = new Decision[view.capacity()];
    this.untracked = new int[view.capacity()];
  }

  /** Gets what stages read untracked. */
  int[] untrackedReads() {
    return untracked;
  }

  /** The stage of an application, watched. */
  BatchStage watched(String application, BatchStage stage) {
    String type = stage.getClass().getName();
    int lambda = type.indexOf("$$Lambda");
    String named = lambda < 0 ? type : type.substring(0, lambda) + " (lambda)";
    return new WatchedStage(stage, "application " + application + ", stage " + named, this);
  }

  /** Begins a batch. */
  void begin() {
    Arrays.fill(decisions, 0, batch.count(), null);
    Arrays.fill(untracked, 0, batch.count(), 0);
    for (int run = 0; run < batch.runCount(); run++) {
      entries.begin(batch.connection(run));
    }
  }

  private Decision decision(RequestView request) {
    Decision decision = decisions[request.index()];
    if (decision == null) {
      decision = new Decision(request);
      decisions[request.index()] = decision;
    }
    return decision;
  }

  /**
   * A stage answers a request.
   *
   * @param who the application and its stage
   * @param outcome what the packet becomes
   */
  void answered(String who, RequestView request, String outcome, boolean isReply) { // 1
    Decision decision = decision(request);
    String before = decision.who();
    if (before == null) {
      decision.answered(who, outcome, isReply);
    } else if (!decision.isReplied() || !outcome.equals(CheckedOutput.DROP)) {
      String twice =
          before.equals(who)
              ? "answered a request twice"
              : "answered a request that " + before + " had answered";
      findings.report(
          who,
          Kind.TWICE,
          "%s: %s, then %s; %s; allowed: one answer"
              .formatted(twice, decision.outcome(), outcome, decision));
    }
  }

  /** A stage consumes a request. */
  void consumed(RequestView request) {
    Decision unused = decision(request);
  }

  /**
   * A stage installs an entry for a request at its own switch.
   *
   * @param wanted the fields that the entry is to match
   * @param then its actions, beside those of the options
   * @return the options with all fields that were read
   */
  FlowOptions installs(
      RequestView request, int wanted, FlowActions then, FlowOptions options) { // 4
    int ofActions = options.actions().neededFields() | then.neededFields();
    int seconds =
        options.idleTimeoutSeconds() == 0 || options.hardTimeoutSeconds() == 0
            ? Math.max(options.idleTimeoutSeconds(), options.hardTimeoutSeconds())
            : Math.min(options.idleTimeoutSeconds(), options.hardTimeoutSeconds());
    long forNs = seconds == 0 ? Long.MAX_VALUE / 2 : TimeUnit.SECONDS.toNanos(seconds);
    decision(request).installed(wanted, options.matchesRead(), ofActions, request.timeNs() + forNs);
    int left = (request.tracked() | untracked[request.index()]) & ~wanted & ~NOT_MATCHED;
    int version = request.packetIn.version();
    if (left == 0
        || MatchFields.expressible(wanted | ofActions | left, version, request.frame) < 0) {
      return options;
    }
    return options.matchingAlso(
        Stream.of(FlowField.values())
            .filter(field -> (field.bit() & left) != 0)
            .toArray(FlowField[]::new));
  }

  /** A stage removes entries from a switch. */
  void removes(long datapathId) {
    entries.forget(datapathId);
  }

  /** A stage has waited. */
  void waited(String who, long times, long elapsedNs) { // 3
    findings.report(
        who,
        Kind.BLOCKED,
        "waited %d times in a call of %d us (sleep, lock, queue or future); allowed: a stage that"
                .formatted(times, TimeUnit.NANOSECONDS.toMicros(elapsedNs))
            + " only computes");
  }

  /** Ends a batch, after the last stage. */
  void end() {
    view.readAll();
    for (int i = 0; i < batch.count(); i++) {
      Decision decision = decisions[i];
      if (decision != null) {
        end(view.revisit(i), decision);
      } else if (view.isOpen(i)) { // 2
        findings.report(
            sequences,
            Kind.UNANSWERED,
            "no application answered or consumed a request; %s; allowed: an answer or consume by one of %s"
                .formatted(new Decision(view.revisit(i)), applications));
      }
    }
    for (int run = 0; run < batch.runCount(); run++) {
      entries.end(batch.connection(run));
    }
  }

  private void end(RequestView request, Decision decision) { // 4
    int tracked = request.tracked();
    if ((tracked & LateReads.LOST) != 0) {
      return;
    }
    Decision entry = entries.contradicted(request.connection(), decision, request.timeNs());
    if (entry != null) {
      String who = Objects.requireNonNull(entry.who(), "the one who installs answers");
      String by = decision.who() == null ? sequences : decision.who();
      findings.report(
          who,
          Kind.COVERED,
          "its entry says %s for %s, and covers a packet for which %s says %s: %s; the %s was read untracked, or left out of the entry"
              .formatted(
                  entry.outcome(),
                  entry,
                  by,
                  decision.outcome(),
                  decision,
                  entry.leftOut(decision)));
    }
    if (decision.ended(request, tracked, untracked[request.index()])) {
      entries.add(request.connection(), decision);
    }
  }
}
