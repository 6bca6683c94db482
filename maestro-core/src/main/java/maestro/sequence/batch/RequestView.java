package maestro.sequence.batch;

import java.nio.ByteBuffer;
import maestro.api.FlowRequest;
import maestro.net.connection.Connection;
import maestro.nulls.Initializer;
import maestro.openflow.FrameFlyweight;
import maestro.openflow.FrameNumbers;
import maestro.openflow.PacketInFlyweight;
import maestro.sequence.application.RunningApplication;
import maestro.state.Versions;
import org.jspecify.annotations.Nullable;

/**
 * The flyweight over the requests of a worker, which moves from one to the next.
 *
 * <p>A stage has a view of its own, valid as {@link StageCall} says, and gets its two {@link
 * StageRequest}s, which check that.
 */
public final class RequestView {
  final PacketInFlyweight packetIn = new PacketInFlyweight();
  final FrameFlyweight frame = new FrameFlyweight();
  private final StageRequest request;
  private final StageRequest untracked;

  /** The fields that were read, by the index of the request in the batch. */
  private final int[] tracked;

  /** Whose stage has the view; null for the platform. */
  private final @Nullable RunningApplication application;

  /** The worker, from the first request of a call to its end; else null. */
  private @Nullable Thread caller;

  private Connection connection;
  private ByteBuffer buffer;
  private int index;
  private long nowNs;
  private Versions versions;

  /** FLOW_MODs to the switch of this run that are not counted yet. */
  private int flowMods;

  /**
   * Makes a view of a batch's requests.
   *
   * @param tracked the fields that were read of each request; {@link BatchView#reset} clears it
   * @param application whose stage gets the view; null for the platform's own
   * @param untrackedReads gets what is read untracked, in the same way; null when nobody asks
   */
  RequestView(
      int[] tracked, @Nullable RunningApplication application, int @Nullable [] untrackedReads) {
    this.tracked = tracked;
    this.application = application;
    this.request = new StageRequest(this, tracked);
    this.untracked = new StageRequest(this, untrackedReads);
  }

  /** The view behind a request that a stage has, and may use. */
  public static RequestView of(FlowRequest request) {
    RequestView view = ((StageRequest) request).view();
    view.check();
    return view;
  }

  /** Throws, unless the calling thread is the worker, in a call. Any thread. */
  void check() {
    if (caller != Thread.currentThread()) {
      refuse();
    }
  }

  private void refuse() {
    if (application != null) {
      throw application.misused();
    }
  }

  /** When the request was read, in nanoseconds. */
  long timeNs() {
    return nowNs;
  }

  /** The fields that were read of the request. */
  int tracked() {
    return tracked[index];
  }

  /** The request as a stage has it. */
  FlowRequest request() {
    return request;
  }

  /** The same without tracking of what is read. */
  FlowRequest untracked() {
    return untracked;
  }

  @Initializer
  void begin(long cycleNs, Versions seenVersions) {
    nowNs = cycleNs;
    versions = seenVersions;
  }

  Versions versions() {
    return versions;
  }

  /** Sets the connection and the buffer of the requests that follow. */
  @Initializer
  void beginRun(Connection newConnection, ByteBuffer newBuffer) {
    countFlowMods();
    caller = Thread.currentThread();
    connection = newConnection;
    buffer = newBuffer;
  }

  /** Sets when the requests that follow were read. */
  void readAt(long readNs) {
    nowNs = readNs;
  }

  /** Notes that a FLOW_MOD was written for the request's own switch. */
  void hasFlowMod() {
    flowMods++;
  }

  /** Ends the call of a stage, or the batch. */
  void end() {
    countFlowMods();
    caller = null;
  }

  /** Counts what was tracked: once a run, not for each request. */
  private void countFlowMods() {
    if (flowMods != 0) {
      connection.flowTable().add(flowMods);
      flowMods = 0;
    }
  }

  /** Moves to a request; false when it is not a PACKET_IN with an Ethernet frame. */
  boolean wrap(int newIndex, int offset, int length) {
    index = newIndex;
    if (!packetIn.wrap(buffer, offset, length)) {
      connection.closing().malformed("a PACKET_IN of " + length + " bytes", buffer, offset, length);
      return false;
    }
    return frame.wrap(buffer, packetIn.dataOffset(), packetIn.dataLength());
  }

  /** Whether the frame is an untagged LLDP or BDDP frame. */
  boolean isLldp() {
    int type = frame.outerType();
    return type == FrameNumbers.TYPE_LLDP || type == FrameNumbers.TYPE_BDDP;
  }

  int frameBytes() {
    return packetIn.dataLength();
  }

  byte[] copyOfFrame() {
    byte[] frameBytes = new byte[packetIn.dataLength()];
    buffer.get(packetIn.dataOffset(), frameBytes);
    return frameBytes;
  }

  public Connection connection() {
    return connection;
  }

  int index() {
    return index;
  }
}
