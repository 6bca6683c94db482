package maestro.apps.discovery;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import maestro.api.PortInfo;
import maestro.api.SwitchInfo;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;

/** What discovery knows of a port that is up. Event thread. */
final class KnownPort {
  final Port port;

  /** As it was when it came up. */
  private final PortInfo info;

  /** Links that begin or end here. */
  final List<HeardLink> links = new ArrayList<>();

  /** The round since which no probe came in or went out by it: when it came up, at first. */
  long quietSince;

  /** As it was last published. */
  Role publishedRole = Role.UNKNOWN;

  /** How many suspect probes of each kind came in by it. */
  private final Map<Suspicion, Long> suspects = new EnumMap<>(Suspicion.class);

  /**
   * @param info what its switch says of it
   * @param round the round in which it came up
   */
  KnownPort(long datapathId, PortInfo info, long round) {
    this.port = new Port(datapathId, info.number());
    this.info = info;
    this.quietSince = round;
  }

  /**
   * What is at the other end.
   *
   * @param round the one that is under way
   * @param settleRounds how many rounds without a probe make it a host's
   */
  Role role(long round, int settleRounds) {
    if (!links.isEmpty()) {
      return Role.SWITCH;
    }
    return round - quietSince > settleRounds ? Role.HOST : Role.UNKNOWN;
  }

  /** Counts a suspect probe; says how many of its kind there were. */
  long count(Suspicion suspicion) {
    return suspects.merge(suspicion, 1L, Long::sum);
  }

  @Override
  public String toString() {
    return SwitchInfo.format(port.datapathId()) + " " + info.text();
  }
}
