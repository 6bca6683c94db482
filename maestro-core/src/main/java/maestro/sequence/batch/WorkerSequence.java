package maestro.sequence.batch;

import java.util.Optional;
import maestro.metrics.Counter;
import maestro.metrics.Counters;
import maestro.nulls.Initializer;
import maestro.sequence.application.RunningApplication;
import maestro.sequence.application.RunningStage;
import maestro.sequence.application.StageClock;
import maestro.state.StoredView;
import maestro.state.Versions;
import maestro.state.ViewStore;
import org.jspecify.annotations.Nullable;

/**
 * The stages that one worker runs over each batch, in order; of the sequence of each request, when
 * there are several.
 *
 * <p>Threads: the worker's own, except {@link #isStuck} and {@link #running}.
 */
public final class WorkerSequence {
  private static final long NS_PER_US = 1_000;

  private final BatchView view;
  private final WorkerOutput output;
  private final Counters counters;

  /** By sequence: its stages. */
  private final StageCall[][] sequences;

  /** Null when there is one sequence. */
  private final @Nullable SequenceChoice choice;

  private final StageClock clock;
  private final boolean inOrder;

  /** Null when stages are not checked. */
  private final @Nullable StageCheck check;

  // Set once, before the first batch.
  private ViewStore views;
  private StoredView<?>[] stallOn;
  private long stallLimitNs;

  /** How long the batch that runs has waited for views. */
  private long stalledNs;

  public WorkerSequence(
      BatchView view,
      WorkerOutput output,
      Counters counters,
      StageCall[][] sequences,
      @Nullable SequenceChoice choice,
      StageClock clock,
      boolean inOrder,
      @Nullable StageCheck check) {
    this.view = view;
    this.output = output;
    this.counters = counters;
    this.sequences = sequences;
    this.choice = choice;
    this.clock = clock;
    this.inOrder = inOrder;
    this.check = check;
  }

  /** Sets the views that batches see, and those for which they wait. */
  @Initializer
  public void stallOn(ViewStore store, StoredView<?>[] awaited, long limitNs) {
    views = store;
    stallOn = awaited;
    stallLimitNs = limitNs;
  }

  /** Whether the worker keeps the claim of a switch until its requests are handled. */
  public boolean isInOrder() {
    return inOrder;
  }

  /**
   * Runs every stage over the batch. When a stage throws, the request at which it stood is lost;
   * {@link BatchView} says what is when it stood at none. The stage goes on with the rest, and
   * later stages see all that is not lost.
   *
   * @param nowNs the worker's time, from the clock of the {@code ApplicationHost}. The first stage
   *     begins then: to read the clock again would cost a batch of one request half a per cent
   */
  public void run(long nowNs) {
    stalledNs = 0;
    view.reset(nowNs, settled());
    if (check != null) {
      check.begin();
    }
    if (choice == null) {
      long unused = runStages(sequences[0], nowNs + stalledNs);
    } else {
      runChosen(choice, nowNs + stalledNs);
    }
    if (check != null) {
      check.end();
    }
    view.finish();
    output.flush();
    if (!inOrder) {
      for (StageCall[] calls : sequences) {
        afterWrite(calls);
      }
      output.flush();
    }
  }

  /** Runs each sequence over its requests. */
  private void runChosen(SequenceChoice byRequest, long nowNs) {
    view.choose(byRequest);
    long stageNs = nowNs;
    for (int i = 0; i < sequences.length; i++) {
      if (view.beginSequence(i)) {
        output.enterSequence(i);
        stageNs = runStages(sequences[i], stageNs);
      }
    }
  }

  /** Runs the stages of one sequence; returns when the last one has ended. */
  private long runStages(StageCall[] calls, long nowNs) {
    long stageNs = nowNs;
    for (int i = 0; i < calls.length; i++) {
      StageCall call = calls[i];
      RunningApplication application = call.application();
      view.beginStage(call);
      if (!application.isOut()) {
        if (application.hasUnserved()) {
          counters.add(Counter.REQUESTS_LOST, view.passOver(application));
        }
        clock.enter(application, stageNs);
        output.enter(application, i == calls.length - 1);
        boolean isFirst = call.isFirst();
        if (isFirst) {
          clock.isFirstCall(true);
        }
        call.begin();
        run(call);
        call.end();
        stageNs = clock.leave(application);
        if (isFirst) {
          clock.isFirstCall(false);
        }
      }
      if (application.isClosed()) {
        counters.add(Counter.REQUESTS_LOST, view.loseRest());
      }
    }
    view.endStages();
    output.takeBackCoarse();
    return stageNs;
  }

  private void run(StageCall call) {
    boolean isToldMore = true;
    while (isToldMore) {
      try {
        call.run();
        isToldMore = false;
      } catch (Throwable e) { // any failure: other languages throw what Java forbids
        isToldMore = view.isAtRequest();
        int lost = isToldMore ? view.loseRequest() : view.loseRest();
        counters.add(Counter.REQUESTS_LOST, lost);
        call.application().failed(lost, e);
        isToldMore &= !call.application().isOut();
      }
    }
  }

  /** A failure here counts as one of the batch, whose requests are answered already. */
  private void afterWrite(StageCall[] calls) {
    for (StageCall call : calls) {
      if (!call.application().isOut()) {
        call.begin();
        try {
          call.afterWrite();
        } catch (Throwable e) { // as in run
          call.application().failed(0, e);
        }
        call.end();
      }
    }
  }

  /**
   * The versions that the batch sees: the settled ones, or the latest when the stall limit has
   * passed.
   */
  private Versions settled() {
    Versions settled = views.settled(stallOn);
    long leftNs = stallLimitNs;
    while (settled == null && leftNs > 0) {
      leftNs = stall(leftNs);
      settled = views.settled(stallOn);
    }
    return settled == null ? views.latest() : settled;
  }

  /**
   * Waits for the views, at most this long. Returns the rest of the limit when all were made, else
   * 0.
   */
  private long stall(long limitNs) {
    long startNs = System.nanoTime();
    boolean made = views.awaitMade(stallOn, limitNs);
    long elapsedNs = System.nanoTime() - startNs;
    stalledNs += elapsedNs;
    counters.add(Counter.STALLED_BATCHES, 1);
    counters.add(Counter.STALLED_US, elapsedNs / NS_PER_US);
    return made ? limitNs - elapsedNs : 0;
  }

  /** The application that runs by now. Any thread. */
  public Optional<RunningStage> running() {
    return clock.running();
  }

  /**
   * Logs an application that does not return; returns whether the worker is stuck in it. Called by
   * the conductor.
   */
  public boolean isStuck() {
    return clock.check();
  }
}
