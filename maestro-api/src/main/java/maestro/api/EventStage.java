package maestro.api;

import org.projectfloodlight.openflow.protocol.OFFlowRemoved;

/**
 * A stage for everything except flow requests. An application overrides the methods of the events
 * that it needs; the operator's sequences say which triggers reach it.
 *
 * <p>Threads: all event stages, timers and tasks of {@link ApplicationContext} run on the one event
 * thread, so they share plain fields. They may allocate, compute and send to any switch through
 * {@link ApplicationContext#switches}. While one runs, other events wait. Workers go on with flow
 * requests, unless their sequence stalls on a view that this application publishes.
 *
 * <p>When a method throws, the event is lost for this application; the next application still gets
 * it.
 */
public interface EventStage {
  /**
   * Trigger {@code switch-joined}: a switch is ready and its ports are known. After a reload it is
   * called for each connected switch.
   */
  default void onSwitchJoined(SwitchInfo info) {}

  /**
   * Trigger {@code switch-left}: called exactly once for each switch that has joined, after it
   * joined.
   */
  default void onSwitchLeft(SwitchInfo info) {}

  /** How a port changed. */
  enum PortChange {
    /** The port is new. */
    ADDED,
    /** The port went up or down, or another property changed. */
    CHANGED,
    /** The port is gone. */
    REMOVED
  }

  /**
   * Trigger {@code port-status}: a port of a switch that has joined changed. Not called for the
   * ports that a switch has when it joins; {@link Switches#ports} has them.
   */
  default void onPortStatus(SwitchInfo info, PortInfo port, PortChange change) {}

  /**
   * Trigger {@code flow-removed}: a flow entry with {@link FlowOptions#notifyRemoval} is gone.
   * Events are dropped and counted when a switch sends more than the event thread can take.
   */
  default void onFlowRemoved(SwitchInfo info, OFFlowRemoved message) {}

  /**
   * Trigger {@code lldp}: a switch sent an LLDP or BDDP frame to the controller. Frames are dropped
   * and counted when a switch sends more than the event thread can take.
   */
  default void onLldp(ReceivedFrame frame) {}

  /**
   * Trigger {@code frame}: a switch sent a frame of an Ethernet type that this application has
   * declared by {@link ApplicationContext#frames}. Frames are dropped and counted when a switch
   * sends more than the event thread can take. Since API level 4.
   */
  default void onFrame(ReceivedFrame frame) {}

  /** Trigger {@code every}: the period of the sequence has passed. */
  default void onTimer() {}

  /**
   * Trigger {@code view-changed}: a view has a new value. One call may stand for several new
   * values; the view has the last one.
   *
   * @param view its name
   */
  default void onViewChanged(String view) {}

  /**
   * Trigger {@code announced}: an application announced something, see {@link
   * ApplicationContext#announces}.
   *
   * @param name of the announcement
   * @param value of the type that it was declared with
   */
  default void onAnnouncement(String name, Object value) {}
}
