package maestro.api;

import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;

/**
 * A flow entry from a switch's dump: a reused flyweight over the bytes of the reply.
 *
 * <p>Threads: the thread that calls the reconciler; valid only during that call. Only {@link
 * #message} allocates.
 */
public interface FlowEntry {
  /** The {@link #vlan} of an entry that matches packets without a VLAN tag. */
  int UNTAGGED = -1;

  /** The flow table of the entry, 0 to 254. */
  int table();

  /** Its priority, 0 to 65535. */
  int priority();

  /** Its cookie, which belongs to the reconciler's application. */
  long cookie();

  /** Seconds without a packet after which the switch removes it; 0 is never. */
  int idleTimeoutSeconds();

  /** Seconds from its installation after which the switch removes it; 0 is never. */
  int hardTimeoutSeconds();

  /** Seconds since it was installed. */
  long ageSeconds();

  /** How many packets have matched it, as an unsigned number. */
  long packets();

  /** When its bytes arrived, on the clock of {@link FlowRequest#nowNs}. */
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
   * How many outputs its actions have; a port that is named twice counts twice. Ports in buckets of
   * groups do not count.
   */
  int outputCount();

  /**
   * A port that it sends packets out of.
   *
   * @param i from 0, in the order of the actions
   * @return an OpenFlow 1.3 number in both versions; reserved ones such as FLOOD included
   */
  int output(int i);

  /** Whether a port that it matches or sends to is absent or down. Reserved ports always exist. */
  boolean leadsNowhere();

  /** The whole entry, for what the other methods do not give. Allocates. */
  OFFlowStatsEntry message();
}
