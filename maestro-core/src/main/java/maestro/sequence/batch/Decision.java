package maestro.sequence.batch;

import java.util.Arrays;
import maestro.api.SwitchInfo;
import maestro.net.session.Session;
import maestro.openflow.FrameFlyweight;
import maestro.openflow.entry.MatchFields;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.types.IPv4Address;
import org.projectfloodlight.openflow.types.MacAddress;

/**
 * What a checked sequence has said to one request, and the packet of it.
 *
 * <p>The worker's own until its batch has run, then immutable.
 */
final class Decision {
  /** The bits of {@link MatchFields}, in their order. */
  private static final String[] NAMES = {
    "VLAN",
    "Ethernet type",
    "IP protocol",
    "IPv4 source",
    "IPv4 destination",
    "source port",
    "destination port",
    "ARP operation",
    "ARP sender",
    "ARP target",
    "header",
    "bytes of the frame"
  };

  private final long datapathId;
  private final int inPort;
  private final long ethSrc;
  private final long ethDst;

  /** By bit of {@link MatchFields}. */
  private final int[] values;

  private @Nullable String who;
  private String outcome = "nothing";
  private boolean isReplied;
  private boolean isInstalled;
  private int wanted;
  private boolean matchesRead;
  private int actionFields;
  private int matched;
  private int left;
  private long untilNs;

  Decision(RequestView view) {
    FrameFlyweight frame = view.frame;
    this.datapathId = Session.of(view.connection()).info().datapathId();
    this.inPort = view.packetIn.inPort();
    this.ethSrc = frame.ethSrc();
    this.ethDst = frame.ethDst();
    int header = (frame.isIpv4() ? 1 : 0) | (frame.isIpv6() ? 2 : 0) | (frame.isArp() ? 4 : 0);
    this.values =
        new int[] {
          frame.vlanId(),
          frame.ethType(),
          frame.ipProtocol(),
          frame.ipv4Src(),
          frame.ipv4Dst(),
          frame.l4Src(),
          frame.l4Dst(),
          frame.arpOperation(),
          frame.arpSenderIpv4(),
          frame.arpTargetIpv4(),
          header,
          Arrays.hashCode(view.copyOfFrame())
        };
  }

  /** Who has answered; null when nobody has. */
  @Nullable String who() {
    return who;
  }

  String outcome() {
    return outcome;
  }

  /** Whether the answer was a frame of the application's own: dropping the packet goes with it. */
  boolean isReplied() {
    return isReplied;
  }

  void answered(String by, String what, boolean isReply) {
    who = by;
    outcome = what;
    isReplied = isReply;
  }

  /**
   * Notes an entry that covers the packet.
   *
   * @param wantedFields what the entry is to match
   * @param ofRead whether these are the fields that were read
   * @param ofActions the fields that its actions presuppose
   * @param inForceUntilNs until then it is in the switch for sure
   */
  void installed(int wantedFields, boolean ofRead, int ofActions, long inForceUntilNs) {
    isInstalled = true;
    wanted = wantedFields;
    matchesRead = ofRead;
    actionFields = ofActions;
    untilNs = inForceUntilNs;
  }

  /**
   * Ends the batch.
   *
   * @param tracked what all stages have read of the request
   * @param untracked what they have read untracked
   * @return whether there is an entry that leaves out something that was read
   */
  boolean ended(RequestView view, int tracked, int untracked) {
    boolean isTakenBack = matchesRead && (tracked & ~wanted) != 0;
    matched = MatchFields.expressible(wanted | actionFields, view.packetIn.version(), view.frame);
    left = (tracked | untracked) & ~wanted;
    return isInstalled && !isTakenBack && matched >= 0 && left != 0;
  }

  /**
   * Whether its entry decides about a later packet otherwise than the sequence, because of fields
   * that were read and are not matched.
   */
  boolean isContradictedBy(Decision later, long nowNs) {
    return nowNs < untilNs
        && inPort == later.inPort
        && ethSrc == later.ethSrc
        && ethDst == later.ethDst
        && (differing(later) & matched) == 0
        && (differing(later) & left) != 0
        && !outcome.equals(later.outcome);
  }

  private int differing(Decision other) {
    int bits = 0;
    for (int i = 0; i < values.length; i++) {
      bits |= values[i] == other.values[i] ? 0 : 1 << i;
    }
    return bits;
  }

  /** The fields that were read, differ in another packet, and are not matched. */
  String leftOut(Decision other) {
    int bits = differing(other) & left;
    return NAMES[Integer.numberOfTrailingZeros(bits)];
  }

  /** The packet. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append("switch ").append(SwitchInfo.format(datapathId));
    text.append(" port ").append(Integer.toUnsignedString(inPort)).append(", ");
    text.append(MacAddress.of(ethSrc)).append(" to ").append(MacAddress.of(ethDst));
    text.append(", type 0x%04x".formatted(values[1]));
    if ((values[10] & 1) != 0) {
      text.append(", ").append(IPv4Address.of(values[3]));
      text.append(" to ").append(IPv4Address.of(values[4]));
    }
    if ((values[10] & 3) != 0) {
      text.append(", protocol ").append(values[2]);
      if (values[5] >= 0) {
        text.append(" from ").append(values[5]).append(" to ").append(values[6]);
      }
    }
    return text.toString();
  }
}
