package maestro.openflow;

/** What a switch counts for each of its ports, in the order of the wire. */
public enum PortCounter {
  RX_PACKETS,
  TX_PACKETS,
  RX_BYTES,
  TX_BYTES,
  RX_DROPPED,
  TX_DROPPED,
  RX_ERRORS,
  TX_ERRORS;

  /** How many there are. */
  public static final int COUNT = values().length;
}
