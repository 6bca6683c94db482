package maestro.apps.discovery;

import maestro.api.topology.Link;

/** A link and the time at which a probe last came over it. Event thread. */
final class HeardLink {
  final Link link;
  final KnownPort from;
  final KnownPort to;

  /** Whether LLDP came over it, and not only a broadcast. */
  final boolean direct;

  /** The round in which the last probe was sent. */
  long round;

  /** The round in which the last probe came. */
  long arrivedRound;

  /** Whether it is in the topology. {@link Segments} decides. */
  boolean used;

  /** Makes a link over which a probe has come in the round in which it was sent. */
  HeardLink(KnownPort from, KnownPort to, boolean direct, long round) {
    this(from, to, direct, round, round);
  }

  /** Makes a link over which a probe has come. */
  HeardLink(KnownPort from, KnownPort to, boolean direct, long round, long arrivedRound) {
    this.link =
        new Link(
            from.port.datapathId(), from.port.number(), to.port.datapathId(), to.port.number());
    this.from = from;
    this.to = to;
    this.direct = direct;
    this.round = round;
    this.arrivedRound = arrivedRound;
  }

  /** Whether both are between the same two ports. */
  boolean isAlong(HeardLink other) {
    return (from == other.from && to == other.to) || (from == other.to && to == other.from);
  }

  /** Whether no probe can come over it, since a switch of it is absent. */
  boolean isOfAbsent() {
    return from.isAbsent() || to.isAbsent();
  }

  /** Whether it leads back to its switch, or even to its port. */
  boolean isLoop() {
    return link.from() == link.to();
  }
}
