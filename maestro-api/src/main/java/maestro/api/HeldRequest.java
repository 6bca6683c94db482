package maestro.api;

/**
 * A flow request that a stage has put aside, to answer it later: a copy of its packet, for a
 * decision by another server. It is answered once, within {@value #SECONDS} s; then it is dropped,
 * counted and logged.
 *
 * <p>Threads: any. No method waits.
 */
public interface HeldRequest {
  /** For how long a request is held, in seconds. */
  int SECONDS = 30;

  /** The datapath id of the switch that sent it. */
  long datapathId();

  /** The in-port of the packet, as an OpenFlow 1.3 number. */
  int inPort();

  /**
   * The frame from its destination address on; not a copy, and not to be changed. When the switch
   * holds the packet in a buffer, it may be the first part of the frame.
   */
  byte[] frame();

  /**
   * Applies a list of actions to the packet, once, and installs nothing.
   *
   * @param actions {@link FlowActions#NONE} drops it; a 1.0 switch skips the actions that OpenFlow
   *     1.0 lacks
   * @return whether they were sent; false when the request was answered or dropped before, and when
   *     the switch is gone or reads too slowly
   */
  boolean forward(FlowActions actions);

  /** Drops the packet, and frees the buffer of the switch when there is one. */
  default boolean drop() {
    return forward(FlowActions.NONE);
  }
}
