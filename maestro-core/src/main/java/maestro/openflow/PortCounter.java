package maestro.openflow;

/** What a switch counts for each of its ports. */
public enum PortCounter {
  RX_PACKETS(0),
  TX_PACKETS(1),
  RX_BYTES(2),
  TX_BYTES(3),
  RX_DROPPED(4),
  TX_DROPPED(5),
  RX_ERRORS(6),
  TX_ERRORS(7);

  /** Which of the numbers of a port it is on the wire. */
  final int place;

  PortCounter(int place) {
    this.place = place;
  }
}
