package maestro.api;

/**
 * A port as its switch describes it. Immutable.
 *
 * @param number as an OpenFlow 1.3 number in both versions
 * @param hardwareAddress 48 bits
 * @param name at most 15 characters; unprintable characters are question marks
 * @param up whether the port forwards: its link is up, and it is neither administratively down, nor
 *     told to forward nothing, nor blocked by a spanning tree of the switch
 * @param speedKbps current speed in kbit/s; 0 when the switch does not say
 * @param floods whether packets to everybody may leave by it: OpenFlow 1.0's NO_FLOOD is not set
 * @param blocked whether a spanning tree of the switch blocks it or does not forward by it yet; it
 *     is not up then
 * @param inferredUp whether it is up only because packets come in by it: its switch says that its
 *     link is down, or does not describe the port
 */
public record PortInfo(
    int number,
    long hardwareAddress,
    String name,
    boolean up,
    long speedKbps,
    boolean floods,
    boolean blocked,
    boolean inferredUp) {
  /** The lowest reserved port number. */
  private static final int FIRST_RESERVED = 0xffff_ff00;

  /** The number of the switch's own port. */
  private static final int LOCAL = 0xffff_fffe;

  /** A port by which packets to everybody may leave. */
  public PortInfo(int number, long hardwareAddress, String name, boolean up, long speedKbps) {
    this(number, hardwareAddress, name, up, speedKbps, true, false, false);
  }

  /** The same port, up because packets come in by it. */
  public PortInfo asInferredUp() {
    return new PortInfo(number, hardwareAddress, name, true, speedKbps, floods, false, true);
  }

  /** Whether packets can leave the switch by it: its number is not reserved (such as LOCAL). */
  public boolean isPhysical() {
    return Integer.compareUnsigned(number, FIRST_RESERVED) < 0;
  }

  /** The port as in the log: {@code port 2 (s1-eth2)}. */
  public String text() {
    String numbered = "port " + (number == LOCAL ? "LOCAL" : Integer.toUnsignedString(number));
    return name.isEmpty() ? numbered : numbered + " (" + name + ")";
  }
}
