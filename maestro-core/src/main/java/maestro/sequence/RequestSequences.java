package maestro.sequence;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import maestro.api.Vlans;
import maestro.config.MaestroConfig;
import maestro.config.Ordering;
import maestro.config.Sequence;
import maestro.config.Trigger;
import maestro.entries.EntryOwners;
import maestro.metrics.Counters;
import maestro.net.connection.RequestBatch;
import maestro.net.session.SwitchTable;
import maestro.net.socket.BufferPool;
import maestro.sequence.application.RunningStage;
import maestro.sequence.application.StageClock;
import maestro.sequence.batch.BatchView;
import maestro.sequence.batch.ClaimedReplies;
import maestro.sequence.batch.CoveringEntries;
import maestro.sequence.batch.HeldRequests;
import maestro.sequence.batch.OwnReplies;
import maestro.sequence.batch.PacketCopies;
import maestro.sequence.batch.ReplyGatherer;
import maestro.sequence.batch.SequenceChoice;
import maestro.sequence.batch.StageCall;
import maestro.sequence.batch.StageCheck;
import maestro.sequence.batch.StageFindings;
import maestro.sequence.batch.WorkerOutput;
import maestro.sequence.batch.WorkerSequence;
import maestro.sequence.event.EventThread;
import maestro.state.StoredView;
import maestro.state.ViewStore;
import org.jspecify.annotations.Nullable;

/**
 * The sequences on flow requests of one host: makes those of each worker, and knows in which
 * application each worker is.
 *
 * <p>Threads: {@link #newSequence} is for the starting thread, the others are for any.
 */
public final class RequestSequences {
  private final MaestroConfig config;
  private final List<Sequence> onRequest;
  private final @Nullable SequenceChoice choice;
  private final StartedApplications started;
  private final EntryOwners owners;
  private final EventThread events;
  private final ViewStore views;
  private final SwitchTable switches;
  private final HeldRequests held;
  private final LongSupplier clock;
  private final StageFindings findings = new StageFindings();
  private final CoveringEntries covering = new CoveringEntries();
  private final List<WorkerSequence> ofWorkers = new ArrayList<>();

  RequestSequences(
      MaestroConfig config,
      Vlans vlans,
      StartedApplications started,
      EntryOwners owners,
      EventThread events,
      ViewStore views,
      SwitchTable switches,
      HeldRequests held,
      LongSupplier clock) {
    this.config = config;
    this.onRequest = onRequest(config);
    boolean isDivided = onRequest.size() > 1 || !onRequest.get(0).when().isRest();
    this.choice = isDivided ? new SequenceChoice(onRequest, vlans) : null;
    this.started = started;
    this.owners = owners;
    this.events = events;
    this.views = views;
    this.switches = switches;
    this.held = held;
    this.clock = clock;
  }

  private static List<Sequence> onRequest(MaestroConfig config) {
    List<Sequence> found =
        config.sequences().stream()
            .filter(each -> each.triggers().contains(Trigger.FLOW_REQUEST))
            .toList();
    return found.isEmpty() ? List.of(Sequence.onFlowRequest("none", List.of())) : found;
  }

  /** Whether the requests of a switch are handled in order. */
  static boolean areInOrder(MaestroConfig config) {
    return onRequest(config).get(0).ordering() == Ordering.STRICT; // as all others
  }

  /**
   * Makes the sequence of one worker, with stages of its own.
   *
   * @throws maestro.sequence.application.ApplicationStartException when an application throws
   */
  public WorkerSequence newSequence(
      int worker, RequestBatch batch, int capacity, BufferPool pool, Counters counters) {
    boolean inOrder = areInOrder(config);
    BatchView view = new BatchView(batch, capacity, counters, inOrder);
    view.passTo(
        events,
        config.sequences().stream().anyMatch(each -> each.triggers().contains(Trigger.LLDP)),
        frameTypes());
    ReplyGatherer replies = inOrder ? new ClaimedReplies(worker, pool) : new OwnReplies(pool);
    WorkerOutput output =
        new WorkerOutput(
            view,
            replies,
            switches,
            new PacketCopies(owners, counters),
            held,
            counters,
            onRequest.size(),
            choice == null ? 0 : choice.fields());
    StageCheck check =
        config.applications().checkStages()
            ? new StageCheck(view, batch, onRequest, findings, covering)
            : null;
    WorkerSequence sequence =
        new WorkerSequence(
            view,
            output,
            counters,
            onRequest.stream()
                .map(each -> calls(each, view, output, check))
                .toArray(StageCall[][]::new),
            choice,
            new StageClock("worker " + worker, clock),
            inOrder,
            check);
    sequence.stallOn(
        views,
        onRequest.stream()
            .flatMap(each -> each.stallOn().stream())
            .distinct()
            .map(views::find)
            .toArray(StoredView<?>[]::new),
        config.applications().stallLimitNs());
    ofWorkers.add(sequence);
    return sequence;
  }

  /** The Ethernet types of frames for applications that a sequence on {@code frame} runs. */
  private Set<Integer> frameTypes() {
    Set<Integer> types = new TreeSet<>();
    for (Sequence each : config.sequences()) {
      if (each.triggers().contains(Trigger.FRAME)) {
        each.run().forEach(name -> types.addAll(started.declarations().frameTypes(name)));
      }
    }
    return types;
  }

  private StageCall[] calls(
      Sequence sequence, BatchView view, WorkerOutput output, @Nullable StageCheck check) {
    return started.inOrder(sequence.run()).stream()
        .map(application -> new StageCall(application, view, output, check))
        .toArray(StageCall[]::new);
  }

  /** Logs stages that do not return; the numbers of the workers that are stuck in one. */
  BitSet stuck() {
    BitSet stuck = new BitSet();
    for (int i = 0; i < ofWorkers.size(); i++) {
      stuck.set(i, ofWorkers.get(i).isStuck());
    }
    return stuck;
  }

  /** The stages that run on workers and have not returned. */
  Stream<RunningStage> running() {
    return ofWorkers.stream().map(WorkerSequence::running).flatMap(Optional::stream);
  }

  /**
   * When each worker is in an application: the one that was entered last. Empty when a worker is
   * free.
   */
  public Optional<RunningStage> allWorkers() {
    List<RunningStage> running = running().toList();
    return running.size() < ofWorkers.size()
        ? Optional.empty()
        : running.stream().min(Comparator.comparingLong(RunningStage::elapsedNs));
  }

  /** The mistakes of stages that were found, a line each; none unless stages are checked. */
  public List<String> findings() {
    return findings.lines();
  }
}
