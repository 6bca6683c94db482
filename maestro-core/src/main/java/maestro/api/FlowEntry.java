package maestro.api;

import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;

/**
 * A flow entry as a switch has shown it: a reused flyweight over the bytes of its answer.
 *
 * <p>Threads: that of the keeper it is given to; valid during the call, and not to be kept. Nothing
 * here allocates, but for {@link #message}.
 */
public interface FlowEntry {
  /** What {@link #vlan} says of an entry that matches packets without a VLAN tag. */
  int UNTAGGED = -1;

  /** Which table it is in, 0 to 254. */
  int table();

  /** Its priority, 0 to 65535. */
  int priority();

  /** Its cookie, one of those that belong to the application that is asked. */
  long cookie();

  /** It goes after so many seconds without a packet; 0 is never. */
  int idleTimeoutSeconds();

  /** It goes so many seconds after it was installed; 0 is never. */
  int hardTimeoutSeconds();

  /** How long ago it was installed, in seconds. */
  long ageSeconds();

  /** How many packets have matched it, as a number without sign. */
  long packets();

  /** When its bytes came, on the clock of {@link FlowRequest#nowNs}. */
  long nowNs();

  /** Whether it matches one in-port. */
  boolean hasInPort();

  /** The in-port, as an OpenFlow 1.3 number in both versions; 0 without one. */
  int inPort();

  /** Whether it matches one Ethernet source, all 48 bits of it. */
  boolean hasEthSrc();

  /** The Ethernet source, 48 bits; 0 without one. */
  long ethSrc();

  /** Whether it matches one Ethernet destination, all 48 bits of it. */
  boolean hasEthDst();

  /** The Ethernet destination, 48 bits; 0 without one. */
  long ethDst();

  /** Whether it matches one VLAN, or packets without a tag. */
  boolean hasVlan();

  /** The VLAN it matches, 0 to 4095, or {@link #UNTAGGED}; 0 without one. */
  int vlan();

  /**
   * How many ports it sends packets out of at once; a port counts as often as it stands there.
   * Ports in buckets of groups are not looked at.
   */
  int outputCount();

  /**
   * A port that it sends packets out of.
   *
   * @param i from 0, in the order of the actions
   * @return an OpenFlow 1.3 number in both versions; reserved ones such as FLOOD included
   */
  int output(int i);

  /** Whether a port that it matches or sends to does not exist, or is down. Reserved ones exist. */
  boolean leadsNowhere();

  /** The whole entry. Allocates; for what the other methods do not say. */
  OFFlowStatsEntry message();
}
