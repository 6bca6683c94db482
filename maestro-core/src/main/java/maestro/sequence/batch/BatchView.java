package maestro.sequence.batch;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Set;
import maestro.api.FlowActions;
import maestro.api.ReceivedFrame;
import maestro.metrics.Counter;
import maestro.metrics.Counters;
import maestro.net.connection.RequestBatch;
import maestro.net.session.Session;
import maestro.nulls.Initializer;
import maestro.sequence.application.RunningApplication;
import maestro.sequence.event.EventThread;
import maestro.state.Versions;
import org.jspecify.annotations.Nullable;

/**
 * A worker's batch as its stages see it: without consumed requests and requests without an Ethernet
 * frame.
 *
 * <p>When a stage throws, the walk says what it costs. The stage has handled the requests before
 * the one at which it stands, and has not seen those behind it:
 *
 * <ol>
 *   <li>The request at which it stands is lost: later stages do not see it, and entries that
 *       earlier stages installed for it are taken back.
 *   <li>The walk then begins behind that request, also after {@link #rewind}, so that the stage can
 *       be called again for the rest and handles nothing twice.
 *   <li>A stage that stands before the first request could not be called again: all of the rest is
 *       lost. A stage that stands behind the last one has handled all: nothing is lost.
 * </ol>
 */
public final class BatchView {
  /** Later stages do not see it. */
  private static final byte HIDDEN = 1;

  /** A stage has said what happens to the packet. */
  private static final byte ANSWERED = 2;

  /** The stage that is called does not see it. */
  private static final byte PASSED = 4;

  /** A stage has put actions before those of the answer. */
  private static final byte PREPARED = 8;

  /** It is of another sequence than the one that runs. */
  private static final byte ELSEWHERE = 16;

  private static final byte UNSEEN = HIDDEN | PASSED | ELSEWHERE;

  private final RequestBatch batch;

  /** The platform's own view of requests, between the calls of stages. */
  private final RequestView own;

  private final Counters counters;
  private final boolean inOrder;

  /**
   * What became of each request: {@link #HIDDEN}, {@link #ANSWERED}, {@link #PASSED}, {@link
   * #PREPARED}, {@link #ELSEWHERE}.
   */
  private final byte[] marks;

  /** The actions before the answer of each request that is {@link #PREPARED}; empty until then. */
  private FlowActions[] prepared = {};

  /** The sequence of each request; empty when there is one sequence. */
  private byte[] chosen = {};

  /** Requests to group addresses, and requests that a stage has sent out of several ports. */
  private final BitSet multiDestination;

  /** The fields that stages have read of each request; {@link RequestView} writes them. */
  private final int[] tracked;

  /** The request where the walk of the stage begins. */
  private int first;

  /** Behind the request at which the stage stands; behind {@link #count} when there is no more. */
  private int position;

  private int run;
  private int runEnd;

  /** How many requests of the batch were classified so far. */
  private int seen;

  /** Receives frames; null when no sequence wants any, and all are ordinary flow requests. */
  private @Nullable EventThread listener;

  private boolean passesLldp;

  /** The Ethernet types of frames that it also receives. */
  private int[] passedTypes = {};

  /** Whether there are requests that are {@link #PASSED}. */
  private boolean isPassing;

  private long nowNs;
  private Versions versions;

  /** The switch of the run. */
  @SuppressWarnings("NullAway.Init") // set with the first run, before a request is read
  private Session session;

  /** The view that moves: that of the stage that is called, or the platform's own. */
  private RequestView request;

  public BatchView(RequestBatch batch, int capacity, Counters counters, boolean inOrder) {
    this.batch = batch;
    this.inOrder = inOrder;
    this.counters = counters;
    this.marks = new byte[capacity];
    this.multiDestination = new BitSet(capacity); // which never grows
    this.tracked = new int[capacity];
    this.own = new RequestView(tracked, null, null);
    this.request = own;
  }

  /**
   * Makes the view through which the stage of an application sees requests.
   *
   * @param untrackedReads gets what is read untracked of each request; null when nobody asks for it
   */
  RequestView newRequest(RunningApplication application, int @Nullable [] untrackedReads) {
    return new RequestView(tracked, application, untrackedReads);
  }

  /**
   * Makes frames events instead of flow requests.
   *
   * @param lldp whether LLDP and BDDP frames
   * @param types further Ethernet types
   */
  public void passTo(EventThread events, boolean lldp, Set<Integer> types) {
    passesLldp = lldp;
    passedTypes = types.stream().mapToInt(Integer::intValue).toArray();
    listener = lldp || !types.isEmpty() ? events : null;
  }

  /**
   * Begins a new batch.
   *
   * @param seenVersions the version of the views that all its stages see
   */
  @Initializer
  void reset(long cycleNs, Versions seenVersions) {
    Arrays.fill(marks, 0, batch.count(), (byte) 0);
    multiDestination.clear();
    Arrays.fill(tracked, 0, batch.count(), 0);
    nowNs = cycleNs;
    versions = seenVersions;
    seen = 0;
    walk(own);
  }

  /** Finds the sequence of each request of the batch. */
  void choose(SequenceChoice choice) {
    if (chosen.length == 0) {
      chosen = new byte[capacity()];
    }
    Arrays.fill(chosen, 0, batch.count(), (byte) SequenceChoice.NONE);
    while (next()) {
      chosen[position - 1] = (byte) choice.of(request);
    }
  }

  /**
   * Shows the requests of one sequence to the stages that follow.
   *
   * @return whether there are any
   */
  boolean beginSequence(int sequence) {
    boolean hasAny = false;
    for (int i = 0; i < batch.count(); i++) {
      boolean isHere = chosen[i] == sequence;
      hasAny |= isHere;
      marks[i] = (byte) (isHere ? marks[i] & ~ELSEWHERE : marks[i] | ELSEWHERE);
    }
    return hasAny;
  }

  /** Begins the walk of a stage, through a view of its own. */
  void beginStage(StageCall call) {
    walk(call.request());
  }

  /** Ends the walks of stages. */
  void endStages() {
    walk(own);
  }

  private void walk(RequestView view) {
    if (isPassing) {
      isPassing = false;
      for (int i = 0; i < batch.count(); i++) {
        marks[i] &= ~PASSED;
      }
    }
    request = view;
    request.begin(nowNs, versions);
    first = 0;
    rewind();
  }

  /** Ends the batch after the stages have run: frames that no stage came to become events. */
  void finish() {
    if (listener != null) {
      readAll();
    }
    request.end();
  }

  /** Classifies the requests that no stage came to. */
  void readAll() {
    if (seen < batch.count()) {
      rewind();
      while (next()) {
        // next() classifies the request
      }
    }
  }

  Versions versions() {
    return versions;
  }

  void hide(int index) {
    marks[index] |= HIDDEN;
  }

  /** Notes that a stage has said what happens to the packet. */
  void isAnswered(int index) {
    marks[index] |= ANSWERED;
  }

  /** Puts actions before those of the answer to a request, behind those that are there. */
  void prepare(int index, FlowActions actions) {
    if (prepared.length == 0) {
      prepared = new FlowActions[capacity()];
    }
    prepared[index] = before(index).isNone() ? actions : prepared[index].then(actions);
    marks[index] |= PREPARED;
    if (actions.isMultiDestination()) {
      isMultiDestination(index);
    }
  }

  /** The actions before those of the answer to a request. */
  FlowActions before(int index) {
    return (marks[index] & PREPARED) == 0 ? FlowActions.NONE : prepared[index];
  }

  /** Whether the stage stands at a request, and neither before the first nor behind the last. */
  boolean isAtRequest() {
    return position > first && position <= batch.count();
  }

  /**
   * Loses the request at which the stage stands. The walk begins behind it from now on.
   *
   * @return how many requests are lost: 0 when this one was answered or consumed before, else 1
   */
  int loseRequest() { // 1
    int lost = lose(position - 1);
    first = position; // 2
    rewind();
    return lost;
  }

  /** Loses all requests from where the walk begins, unless it is over; how many are lost. */
  int loseRest() { // 3
    int lost = 0;
    if (position <= batch.count()) {
      readAll();
      for (int i = first; i < batch.count(); i++) {
        if ((marks[i] & (PASSED | ELSEWHERE)) == 0) {
          lost += lose(i);
        }
      }
    }
    return lost;
  }

  /**
   * Keeps requests of switches that the application does not serve from its stage, whose walk has
   * begun. When the application fails closed, they are lost.
   *
   * @return how many are lost
   */
  int passOver(RunningApplication application) {
    readAll();
    rewind();
    isPassing = true;
    int lost = 0;
    int from = 0;
    for (int i = 0; i < batch.runCount(); i++) {
      int end = batch.end(i);
      if (!application.serves(Session.of(batch.connection(i)).info().datapathId())) {
        for (int index = from; index < end; index++) {
          if (application.failsClosed()) {
            lost += (marks[index] & ELSEWHERE) == 0 ? lose(index) : 0;
          } else {
            marks[index] |= PASSED;
          }
        }
      }
      from = end;
    }
    return lost;
  }

  /** Whether a request was neither answered nor consumed nor lost. */
  boolean isOpen(int index) {
    return (marks[index] & (HIDDEN | ANSWERED)) == 0;
  }

  private int lose(int index) {
    boolean isOpen = isOpen(index);
    marks[index] |= HIDDEN;
    multiDestination.clear(index);
    tracked[index] |= LateReads.LOST;
    return isOpen ? 1 : 0;
  }

  /** Notes that a stage has sent the packet out of several ports. */
  void isMultiDestination(int index) {
    multiDestination.set(index);
  }

  /** The highest number of requests in a batch. */
  int capacity() {
    return tracked.length;
  }

  /** The fields that were read of each request. */
  int[] tracked() {
    return tracked;
  }

  /** Moves to a request of the batch again, consumed or not. */
  RequestView revisit(int index) {
    rewind();
    while (index >= runEnd) {
      nextRun();
    }
    boolean unused = request.wrap(index, batch.offset(index), batch.length(index));
    return request;
  }

  int count() {
    return batch.count();
  }

  boolean next() {
    while (position < batch.count()) {
      if (position >= runEnd) {
        nextRun();
      } else {
        int index = position++;
        if ((marks[index] & UNSEEN) == 0 && wrap(index)) {
          return true;
        }
      }
    }
    position = batch.count() + 1;
    return false;
  }

  boolean nextMultiDestination() {
    if (seen < batch.count()) { // no earlier stage has walked the batch
      readAll();
      rewind();
    }
    int index = multiDestination.nextSetBit(position);
    while (index >= 0 && (marks[index] & (PASSED | ELSEWHERE)) != 0) {
      index = multiDestination.nextSetBit(index + 1);
    }
    if (index < 0) {
      position = batch.count() + 1;
      return false;
    }
    while (index >= runEnd) {
      nextRun();
    }
    position = index + 1;
    return request.wrap(index, batch.offset(index), batch.length(index));
  }

  private void nextRun() {
    run++;
    runEnd = batch.end(run);
    request.beginRun(batch.connection(run), batch.buffer(run));
    session = Session.of(request.connection());
    if (!inOrder) {
      request.readAt(batch.readNs(run));
    }
  }

  private boolean wrap(int index) {
    boolean isFirstWalk = index >= seen;
    seen = Math.max(seen, index + 1);
    if (!request.wrap(index, batch.offset(index), batch.length(index))) {
      marks[index] |= HIDDEN;
      counters.add(Counter.REQUESTS_IGNORED, 1);
      return false;
    }
    if (isFirstWalk && session.mayHearBy(request.packetIn.inPort())) {
      session.heardBy(request.packetIn.inPort(), request.timeNs());
    }
    EventThread events = listener;
    if (events != null && isFirstWalk && isEvent()) {
      marks[index] |= HIDDEN;
      batch.becomesEvent(run);
      passOn(events);
      return false;
    }
    if (isFirstWalk && request.frame.isMulticast()) {
      multiDestination.set(index);
    }
    return true;
  }

  private boolean isEvent() {
    if (passesLldp && request.isLldp()) {
      return true;
    }
    for (int type : passedTypes) {
      if (request.frame.ethType() == type) {
        return true;
      }
    }
    return false;
  }

  private void passOn(EventThread events) {
    if (events.mayQueueFrame(session, request.frameBytes())) {
      ReceivedFrame frame =
          new ReceivedFrame(session.info(), request.packetIn.inPort(), request.copyOfFrame());
      if (request.isLldp()) {
        events.lldp(session, frame);
      } else {
        events.frame(session, request.frame.ethType(), frame);
      }
    }
  }

  void rewind() {
    position = first;
    run = -1;
    runEnd = 0;
  }
}
