package maestro.apps.discovery;

import maestro.api.topology.Link;

/** A link and the time at which a probe last came over it. Event thread. */
final class HeardLink {
  final Link link;
  final KnownPort from;
  final KnownPort to;

  /** Whether LLDP came over it, and not only a broadcast. */
  final boolean direct;

  /** The round of the last probe. */
  long round;

  HeardLink(KnownPort from, KnownPort to, boolean direct, long round) {
    this.link =
        new Link(
            from.port.datapathId(), from.port.number(), to.port.datapathId(), to.port.number());
    this.from = from;
    this.to = to;
    this.direct = direct;
    this.round = round;
  }

  /** Whether both begin at one port or both end at one port, as two direct links cannot. */
  boolean sharesAnEndWith(HeardLink other) {
    return from == other.from || to == other.to;
  }

  /** Whether it leads back to its switch, or even to its port. */
  boolean isLoop() {
    return link.from() == link.to();
  }
}
