package maestro.sequence.batch;

import maestro.entries.EntryOwners;
import maestro.metrics.Counter;
import maestro.metrics.Counters;
import maestro.net.session.RequestsSeen;
import maestro.net.session.Session;
import maestro.openflow.OpenFlow;
import maestro.openflow.PacketInFlyweight;

/**
 * Distinguishes copies of packets from requests. A request is a packet without a match, or one that
 * an entry of an application sends to the controller. An entry of somebody else that sends packets
 * to the controller says itself where they go besides: an answer would bring them there twice.
 *
 * <ol>
 *   <li>With OpenFlow 1.3 the packet has the reason and the cookie of its entry. With 1.0 it has no
 *       cookie, and counts as a request.
 *   <li>Some switches give packets of the table-miss entry the reason of other entries: all of
 *       them, or some, as Open vSwitch does when a patch port brings what a PACKET_OUT sends. So
 *       packets with the cookie that the switch gives to packets without a match are requests, and
 *       nothing is a copy before the switch has shown that cookie.
 *   <li>An entry is somebody else's when its cookie belongs to no application. A static flow makes
 *       copies when it has an output besides the controller.
 * </ol>
 *
 * <p>One for each worker.
 */
public final class PacketCopies {
  private final EntryOwners owners;
  private final Counters counters;

  public PacketCopies(EntryOwners owners, Counters counters) {
    this.owners = owners;
    this.counters = counters;
  }

  /** Whether an answer to a request has to be left out. Counts and logs what is a copy. */
  boolean has(RequestView view) {
    PacketInFlyweight packetIn = view.packetIn;
    if (packetIn.version() == OpenFlow.VERSION_10) { // 1
      return false;
    }
    RequestsSeen seen = Session.of(view.connection()).seen();
    long cookie = packetIn.cookie();
    if (packetIn.reason() != PacketInFlyweight.ACTION) {
      seen.missHas(cookie);
      return false;
    }
    if (!seen.canTellFromMiss(cookie) || !owners.makesCopies(cookie)) { // 2, 3
      return false;
    }
    counters.add(Counter.REQUESTS_COPIED, 1);
    seen.sentCopy(cookie);
    return true;
  }
}
