package maestro.network.dataplane;

import maestro.emulator.switches.SwitchDescription;

/**
 * A whole switch: it speaks to its controllers, and forwards frames by its flow tables. A message
 * that is wrong gets the ERROR of the specification and changes nothing. Entries stay when the
 * connection to a controller is lost.
 *
 * <p>Confined to one thread. {@link #receive} allocates nothing, except when a packet buffer is
 * used for the first time, and changes no frame where it lies.
 */
public interface DataplaneSwitch extends FrameInput {
  SwitchDescription description();

  /** How many entries its flow tables have. */
  int entryCount();

  /** Whether a controller knows this switch: FEATURES_REPLY was sent. */
  boolean isUp();

  /** The first of its controllers. */
  ControllerSession controller();

  /** One more controller, which is not connected. */
  ControllerSession addController();

  /** Removes the entries whose timeouts are over. To be called some times a second. */
  void expire();

  /**
   * The speed of a port; to be called before a controller is connected.
   *
   * @param number from 1
   * @param kbps 1 to 4,294,967,295; before, it is {@link PortSpeed#USUAL_KBPS}
   */
  void setSpeed(int number, long kbps);

  /**
   * The link of a port fails or comes back; the controller is told.
   *
   * @param number from 1
   */
  void setLink(int number, boolean down);

  /**
   * An administrator switches a port off or on, as PORT_MOD does; the controllers are told.
   *
   * @param number from 1
   */
  void setPort(int number, boolean off);
}
