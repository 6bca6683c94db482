package maestro.api;

import org.projectfloodlight.openflow.protocol.OFFlowRemoved;

/**
 * A stage for everything that is rarer than a flow request. An application overrides what it wants
 * to hear of; the operator's sequences say which triggers reach it.
 *
 * <p>Threads: one for all event stages of the controller, the event thread; so event stages share
 * plain fields with each other and with the timers and tasks of {@link ApplicationContext}. They
 * may allocate, compute and send to any switch through {@link ApplicationContext#switches}. While
 * one runs, flow requests are handled on, unless their sequence stalls on a view that this stage
 * makes; other events wait.
 *
 * <p>When a method throws, the event is lost for this application and the next one has its turn.
 */
public interface EventStage {
  /**
   * Trigger {@code switch-joined}: a switch is ready. Its ports are known. Also called for each
   * switch that was connected already when the configuration was read anew.
   */
  default void onSwitchJoined(SwitchInfo info) {}

  /** Trigger {@code switch-left}: exactly once for each that has joined, and after that. */
  default void onSwitchLeft(SwitchInfo info) {}

  /** What became of a port. */
  enum PortChange {
    /** It is new. */
    ADDED,
    /** It went up or down, or something else of it changed. */
    CHANGED,
    /** It is no more. */
    REMOVED
  }

  /**
   * Trigger {@code port-status}: a port of a switch that has joined changed. The ports a switch
   * joins with are not told here; {@link Switches#ports} has them.
   */
  default void onPortStatus(SwitchInfo info, PortInfo port, PortChange change) {}

  /**
   * Trigger {@code flow-removed}: a flow entry that asked for it ({@link
   * FlowOptions#notifyRemoval}) is gone. Dropped and counted when a switch sends more than the
   * event thread can take.
   */
  default void onFlowRemoved(SwitchInfo info, OFFlowRemoved message) {}

  /**
   * Trigger {@code lldp}: a switch sent an LLDP or BDDP frame to the controller. Dropped and
   * counted when a switch sends more than the event thread can take.
   */
  default void onLldp(ReceivedFrame frame) {}

  /** Trigger {@code every}: the sequence's time has come again. */
  default void onTimer() {}

  /**
   * Trigger {@code view-changed}: a view was published. Several publications may be told once; the
   * view has the last one.
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
