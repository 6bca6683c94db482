package maestro.api.topology;

import maestro.api.SwitchInfo;

/**
 * A link in one direction: packets that leave by a port of one switch come in by a port of another.
 *
 * @param from datapath id of the sending switch
 * @param fromPort its port
 * @param to datapath id of the receiving switch
 * @param toPort its port
 */
public record Link(long from, int fromPort, long to, int toPort) {
  /** The number of the switch's own port. */
  private static final int LOCAL = 0xffff_fffe;

  /** The other direction. */
  public Link reversed() {
    return new Link(to, toPort, from, fromPort);
  }

  private static String text(int port) {
    return port == LOCAL ? "LOCAL" : Integer.toUnsignedString(port);
  }

  @Override
  public String toString() {
    return "%s port %s to %s port %s"
        .formatted(SwitchInfo.format(from), text(fromPort), SwitchInfo.format(to), text(toPort));
  }
}
