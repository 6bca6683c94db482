package maestro.staticflows;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import maestro.api.SwitchInfo;
import maestro.entries.PlatformCookie;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.OFFlowModFlags;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;
import org.projectfloodlight.openflow.types.U64;

/**
 * A flow entry that an operator wants on a switch. Immutable; two are equal when their texts are.
 */
public final class StaticFlow {
  static final int MOST_TABLE = 254;
  static final int MOST_16_BITS = 65535;
  static final int DEFAULT_PRIORITY = 32768;

  /** The owner of the entries, as operators read it. */
  public static final String OWNER = "static-flows";

  private static final long TAG_MASK = 0xff_ffffL;

  private final String name;
  private final long datapathId;
  private final int table;
  private final int priority;
  private final int idleSeconds;
  private final int hardSeconds;
  private final FlowMatch match;
  private final StaticActions actions;
  private final long cookie;

  StaticFlow(
      String name,
      long datapathId,
      int table,
      int priority,
      int idleSeconds,
      int hardSeconds,
      FlowMatch match,
      StaticActions actions) {
    this.name = name;
    this.datapathId = datapathId;
    this.table = table;
    this.priority = priority;
    this.idleSeconds = idleSeconds;
    this.hardSeconds = hardSeconds;
    this.match = match;
    this.actions = actions;
    this.cookie = PlatformCookie.of(OWNER) | tagOf(content());
  }

  /** Its name, which no other has. */
  public String name() {
    return name;
  }

  /** The switch that it is for. */
  public long datapathId() {
    return datapathId;
  }

  /** The flow table, 0 to 254. */
  int table() {
    return table;
  }

  /** The priority, 0 to 65535. */
  int priority() {
    return priority;
  }

  /** Seconds without a packet after which the switch removes it; 0 is never. */
  int idleSeconds() {
    return idleSeconds;
  }

  /** Seconds after which the switch removes it; 0 is never. */
  int hardSeconds() {
    return hardSeconds;
  }

  /** The fields that packets must have, by name. */
  Map<String, String> match() {
    return match.texts();
  }

  /** What is done with the packets. */
  List<String> actions() {
    return actions.texts();
  }

  /**
   * The cookie of its entry: that of all static flows, and 24 bits that follow from the content.
   */
  public long cookie() {
    return cookie;
  }

  /** Whether packets go anywhere else than to the controller, or may do so. */
  boolean sendsElsewhere() {
    return actions.sendElsewhere();
  }

  /** Whether the switch may remove it by itself. */
  boolean runsOut() {
    return idleSeconds > 0 || hardSeconds > 0;
  }

  /** What a switch tells two entries apart by. */
  String place() {
    return SwitchInfo.format(datapathId) + " " + table + " " + priority + " " + match.texts();
  }

  private String content() {
    return place() + " " + idleSeconds + " " + hardSeconds + " " + actions.texts();
  }

  private static long tagOf(String content) {
    int hash = 0x811c_9dc5; // FNV-1a, folded to 24 bits
    for (byte b : content.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xff)) * 0x0100_0193;
    }
    return ((hash >>> 24) ^ hash) & TAG_MASK;
  }

  /** The ports that packets are sent out of, when they follow from the actions alone. */
  Optional<int[]> outputs() {
    return actions.outputs();
  }

  /**
   * The message that adds the entry.
   *
   * @param xid its transaction id
   * @throws UnsupportedFlowException when the version cannot express it
   */
  OFFlowMod add(OFFactory factory, long xid) throws UnsupportedFlowException {
    OFFlowMod.Builder add =
        factory
            .buildFlowAdd()
            .setXid(xid)
            .setMatch(match.openFlow(factory))
            .setPriority(priority)
            .setIdleTimeout(idleSeconds)
            .setHardTimeout(hardSeconds)
            .setCookie(U64.of(cookie))
            .setFlags(Set.of(OFFlowModFlags.SEND_FLOW_REM))
            .setBufferId(OFBufferId.NO_BUFFER);
    if (factory.getVersion() == OFVersion.OF_10) {
      checkTable10();
      return add.setActions(actions.actions10(factory)).build();
    }
    return add.setTableId(TableId.of(table)).setInstructions(actions.instructions(factory)).build();
  }

  private void checkTable10() throws UnsupportedFlowException {
    if (table != 0) {
      throw new UnsupportedFlowException("tables beside table 0");
    }
  }

  /**
   * The message that removes the entry. OpenFlow 1.0 cannot spare an entry of somebody else in its
   * place.
   */
  OFFlowMod remove(OFFactory factory) throws UnsupportedFlowException {
    OFFlowMod.Builder delete =
        factory
            .buildFlowDeleteStrict()
            .setMatch(match.openFlow(factory))
            .setPriority(priority)
            .setBufferId(OFBufferId.NO_BUFFER)
            .setOutPort(OFPort.ANY);
    if (factory.getVersion() == OFVersion.OF_10) {
      checkTable10();
    } else {
      delete
          .setTableId(TableId.of(table))
          .setOutGroup(OFGroup.ANY)
          .setCookie(U64.of(cookie))
          .setCookieMask(U64.NO_MASK);
    }
    return delete.build();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StaticFlow flow
        && name.equals(flow.name)
        && content().equals(flow.content());
  }

  @Override
  public int hashCode() {
    return name.hashCode() * 31 + Long.hashCode(cookie);
  }

  @Override
  public String toString() {
    return "static flow " + name;
  }
}
