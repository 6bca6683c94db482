package maestro.api;

/**
 * An Ethernet frame that a switch sent to the controller, copied from its input. The receiver may
 * keep it and must not change its bytes, since other applications get them, too.
 */
public final class ReceivedFrame {
  private final SwitchInfo from;
  private final int inPort;
  private final byte[] bytes;

  /**
   * A frame.
   *
   * @param from the switch that sent it
   * @param inPort its in-port, as an OpenFlow 1.3 number
   * @param bytes from its destination address on; not copied
   */
  public ReceivedFrame(SwitchInfo from, int inPort, byte[] bytes) {
    this.from = from;
    this.inPort = inPort;
    this.bytes = bytes;
  }

  /** The switch that sent it. */
  public SwitchInfo from() {
    return from;
  }

  /** Its in-port, as an OpenFlow 1.3 number. */
  public int inPort() {
    return inPort;
  }

  /** The bytes from the destination address on; not a copy. */
  public byte[] bytes() {
    return bytes;
  }
}
