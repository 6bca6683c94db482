package maestro.emulator.report;

/** What can be wrong with an answer. */
public enum ErrorKind {
  /** It sends the packet to another port than the host is at. */
  WRONG_PORT(0, "wrong port"),
  /** A FLOW_MOD whose match does not cover the packet that was asked about. */
  WRONG_MATCH(1, "wrong match"),
  /** A FLOW_MOD that a switch refuses, or by which no packet goes anywhere. */
  REFUSED_ENTRY(2, "refused entry"),
  /** A PACKET_OUT that says that the packet came in by another port. */
  WRONG_IN_PORT(3, "wrong in_port"),
  /** A PACKET_OUT with other bytes than the packet has. */
  CHANGED(4, "changed packet"),
  /** A PACKET_OUT with a part of the packet. */
  CUT(5, "cut packet"),
  /** A FLOW_MOD or PACKET_OUT that cannot be read. */
  MALFORMED(6, "malformed"),
  /** A further answer to a request that had one. */
  DOUBLED(7, "double"),
  /** An answer to nothing that was asked. */
  UNASKED(8, "unasked"),
  /** It overtook the answer to an earlier request of the same switch. */
  OUT_OF_ORDER(9, "out of order"),
  /** No answer until the end of the drain. */
  MISSING(10, "missing");

  /** How many kinds there are. */
  public static final int COUNT = values().length;

  private final int index;
  private final String text;

  ErrorKind(int index, String text) {
    this.index = index;
    this.text = text;
  }

  /** Its place among all kinds, from 0. */
  public int index() {
    return index;
  }

  /** As tables call it. */
  public String text() {
    return text;
  }
}
