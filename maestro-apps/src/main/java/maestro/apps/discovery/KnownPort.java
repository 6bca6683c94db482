package maestro.apps.discovery;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import maestro.api.PortInfo;
import maestro.api.SwitchInfo;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.ports.HostPorts;

/** The state of a port that is up. Event thread. */
final class KnownPort {
  /** By switch, then by number. */
  static final Comparator<KnownPort> ORDER =
      Comparator.<KnownPort, Long>comparing(each -> each.port.datapathId(), Long::compareUnsigned)
          .thenComparing(each -> each.port.number(), Integer::compareUnsigned);

  final Port port;

  /** The port's latest description. */
  private PortInfo info;

  /** The round in which it came up. */
  final long upSince;

  /** The links that begin or end here. */
  final List<HeardLink> links = new ArrayList<>();

  /**
   * The round since which no link has begun or ended here; at first the round in which it came up.
   */
  long quietSince;

  /** The role as last published. */
  Role publishedRole = Role.UNKNOWN;

  /**
   * The role until it was quiet for long enough: unknown, from the first probe on that comes in.
   */
  private Role early;

  /** Whether a probe came in or has left a switch at its other end. */
  private boolean hasHeard;

  /** Whether its switch is absent: then its role stays as it is, since no probe can come in. */
  private boolean absent;

  /**
   * The role while there are links. {@link Segments} decides; {@link Role#HOST} when no other
   * switch is reached by them.
   */
  Role roleOfLinks = Role.SWITCH;

  /** Whether its switch reaches the segment here by another port. */
  boolean isSpare;

  /** The number of suspect probes of each kind. */
  private final Map<Suspicion, Long> suspects = new EnumMap<>(Suspicion.class);

  /**
   * Makes the state of a port that has come up.
   *
   * @param info the description by its switch
   * @param round the round in which it came up
   * @param early its role until it was quiet for long enough, or a probe comes in
   */
  KnownPort(long datapathId, PortInfo info, long round, Role early) {
    this.port = new Port(datapathId, info.number());
    this.info = info;
    this.upSince = round;
    this.quietSince = round;
    this.early = early;
  }

  /** Notes that a probe came in or has left a switch at its other end. */
  void heardProbe() {
    early = Role.UNKNOWN;
    hasHeard = true;
  }

  /** Notes that the probes that were sent when it came up have not come in anywhere. */
  void isUnanswered() {
    if (early == Role.UNKNOWN && !hasHeard) {
      early = Role.RETURNED;
    }
  }

  /** Takes the latest description; returns whether a link has another speed by it. */
  boolean describe(PortInfo latest) {
    boolean isOther = latest.speedKbps() != info.speedKbps();
    info = latest;
    return isOther && !links.isEmpty();
  }

  /** Notes that its switch has left and may come back. */
  void leave() {
    absent = true;
  }

  /**
   * Notes that its switch is back. A port that is no host port begins anew to be quiet: while its
   * switch was absent it was not probed.
   */
  void comeBack(long round) {
    absent = false;
    if (publishedRole != Role.HOST) {
      quietSince = round;
    }
  }

  /** Whether its switch is absent. */
  boolean isAbsent() {
    return absent;
  }

  /** Whether a description is of the same port, which is up. */
  boolean isStill(PortInfo latest) {
    return latest.up()
        && latest.hardwareAddress() == info.hardwareAddress()
        && latest.name().equals(info.name());
  }

  /** Whether it is the switch's own port. */
  boolean isLocal() {
    return HostPorts.isLocal(info);
  }

  /**
   * The port's role.
   *
   * @param round the current round
   * @param settleRounds the number of rounds without a link after which it leads to hosts
   */
  Role role(long round, int settleRounds) {
    if (absent) {
      return publishedRole;
    }
    Role role = roleByProbes(round - quietSince > settleRounds);
    return role == Role.HOST && !info.floods() ? Role.RETURNED : role;
  }

  private Role roleByProbes(boolean isSettled) {
    if (links.isEmpty()) {
      return isSettled ? Role.HOST : early;
    }
    return roleOfLinks == Role.HOST && !isSettled ? Role.SWITCH : roleOfLinks;
  }

  /** Counts a suspect probe; returns the number of its kind. */
  long count(Suspicion suspicion) {
    return suspects.merge(suspicion, 1L, Long::sum);
  }

  @Override
  public String toString() {
    return SwitchInfo.format(port.datapathId()) + " " + info.text();
  }
}
