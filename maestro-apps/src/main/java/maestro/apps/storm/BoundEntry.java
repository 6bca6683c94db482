package maestro.apps.storm;

import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import maestro.apps.probing.LldpCodec;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowAdd;
import org.projectfloodlight.openflow.protocol.OFFlowDeleteStrict;
import org.projectfloodlight.openflow.protocol.OFFlowModFlags;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.EthType;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;
import org.projectfloodlight.openflow.types.U64;

/**
 * The flow entry that bounds a storm. It matches no more than is needed to stop the storm:
 *
 * <ol>
 *   <li>It matches the port. It also matches the source when most frames have one, since a port may
 *       have several hosts.
 *   <li>It matches the destination when most frames have one.
 *   <li>Otherwise it matches all group addresses, by a mask. OpenFlow 1.0 has no such mask.
 *   <li>Unknown destinations have nothing in common except that no other entry matches them. So
 *       their entry has the lowest priority and takes the packets that no other entry takes;
 *       installed flows of the port go on. An entry for groups has the lowest priority, too, where
 *       there is no mask.
 *   <li>A wide entry, for a storm that goes on beside the first entry, matches no source and no
 *       destination. Its priority is above that of the first entry.
 *   <li>An entry that matches no source would also take the probes of other switches. Then a port
 *       would never be recognized as a link after the port has got one or seemed to have lost it.
 *       So entries of a higher priority let probes pass.
 * </ol>
 *
 * <p>The entry has a hard timeout, and the switch reports its packet count in a FLOW_REMOVED.
 */
final class BoundEntry {
  /** Above the entries that forward, below the entries of security-monitor. */
  static final int PRIORITY = 50_000;

  /** Above both kinds of entry at that priority. */
  private static final int PROBE_PRIORITY = PRIORITY + 2;

  /** Above the table-miss entry and nothing else. */
  static final int LOWEST_PRIORITY = 1;

  private static final MacAddress GROUP_BIT = MacAddress.of(0x0100_0000_0000L);

  private BoundEntry() {}

  /**
   * Makes an entry.
   *
   * @param meter the meter that bounds the storm; with 0 nothing passes
   */
  static OFFlowAdd of(
      OFFactory factory, Excess excess, boolean isWide, int holdSeconds, long cookie, long meter) {
    boolean hasMasks = factory.getVersion() != OFVersion.OF_10;
    boolean isToOne = excess.destination() != Majority.NONE && !isWide;
    boolean isGroup = excess.traffic().isGroup();
    Match.Builder match = factory.buildMatch();
    match.setExact(MatchField.IN_PORT, OFPort.of(excess.traffic().port()));
    if (excess.source() != Majority.NONE && !isWide) { // 1
      match.setExact(MatchField.ETH_SRC, MacAddress.of(excess.source()));
    }
    if (isToOne) { // 2
      match.setExact(MatchField.ETH_DST, MacAddress.of(excess.destination()));
    } else if (isGroup && hasMasks) { // 3
      match.setMasked(MatchField.ETH_DST, GROUP_BIT, GROUP_BIT);
    }
    boolean isAbove = isGroup && (isToOne || hasMasks); // 4
    int priority = isAbove ? PRIORITY : LOWEST_PRIORITY;
    OFFlowAdd.Builder add =
        factory
            .buildFlowAdd()
            .setMatch(match.build())
            .setPriority(isWide ? priority + 1 : priority) // 5
            .setHardTimeout(holdSeconds)
            .setCookie(U64.of(cookie))
            .setFlags(EnumSet.of(OFFlowModFlags.SEND_FLOW_REM))
            .setBufferId(OFBufferId.NO_BUFFER);
    if (meter == 0) {
      return add.setActions(List.of()).build();
    }
    return add.setInstructions(
            List.of(
                factory.instructions().buildMeter().setMeterId(meter).build(),
                factory.instructions().applyActions(List.of(toController(factory)))))
        .build();
  }

  private static OFAction toController(OFFactory factory) {
    return factory.actions().buildOutput().setPort(OFPort.CONTROLLER).setMaxLen(0xffff).build();
  }

  /** Whether probes match an entry. */
  static boolean takesProbes(OFFlowAdd entry) {
    return entry.getMatch().isFullyWildcarded(MatchField.ETH_SRC);
  }

  /** The entries that let probes pass beside an entry; they expire one second after it. */
  static List<OFFlowAdd> ofProbes(OFFactory factory, OFFlowAdd entry, long cookie) { // 6
    return Stream.of(LldpCodec.LLDP, LldpCodec.BDDP)
        .map(
            type ->
                factory
                    .buildFlowAdd()
                    .setMatch(
                        factory
                            .buildMatch()
                            .setExact(MatchField.IN_PORT, entry.getMatch().get(MatchField.IN_PORT))
                            .setExact(MatchField.ETH_TYPE, EthType.of(type))
                            .build())
                    .setPriority(PROBE_PRIORITY)
                    .setHardTimeout(entry.getHardTimeout() + 1)
                    .setCookie(U64.of(cookie))
                    .setBufferId(OFBufferId.NO_BUFFER)
                    .setActions(List.of(toController(factory)))
                    .build())
        .toList();
  }

  /** The message that removes an entry. */
  static OFFlowDeleteStrict end(OFFactory factory, OFFlowAdd entry) {
    OFFlowDeleteStrict.Builder delete =
        factory
            .buildFlowDeleteStrict()
            .setMatch(entry.getMatch())
            .setPriority(entry.getPriority())
            .setOutPort(OFPort.ANY);
    if (factory.getVersion() != OFVersion.OF_10) {
      delete.setTableId(TableId.ZERO).setOutGroup(OFGroup.ANY);
    }
    return delete.build();
  }
}
