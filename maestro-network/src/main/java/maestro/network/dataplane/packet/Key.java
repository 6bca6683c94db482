package maestro.network.dataplane.packet;

/**
 * Where the fields of a packet lie in its key.
 *
 * <pre>
 *  word  0   in_port 32 | zeros 32, where a row of a table has something else
 *        1   eth_dst 48 | eth_type 16
 *        2   eth_src 48 | vlan_pcp 3 | vlan_vid 13: has a tag 1 | id 12
 *        3   ip_dscp 6 | ip_ecn 2 | zeros 8 | ip_proto, or the operation of ARP 16 | ports 16 | 16
 *        4   ipv4_src 32 | ipv4_dst 32; those of ARP
 *        5   metadata 64
 *        6   tunnel_id 64
 *        7   in_phy_port 32 | mpls_label 20 | mpls_tc 3 | mpls_bos 1 | zeros 8
 *        8   ipv6_src 128
 *       10   ipv6_dst 128
 *       12   ipv6_nd_target 128
 *       14   arp_sha or ipv6_nd_sll 48 | zeros 16
 *       15   arp_tha or ipv6_nd_tll 48 | zeros 16
 *       16   ipv6_flabel 20 | zeros 3 | ipv6_exthdr 9 | zeros 8 | pbb_isid 24
 * </pre>
 *
 * <p>A field that a packet has not is 0. Fields that no packet has both lie in one place: the ports
 * of TCP, UDP and SCTP, and type and code of ICMP. The first five words are the twelve fields of
 * OpenFlow 1.0, and what most entries are about. Stateless.
 */
public final class Key {
  public static final int WORDS = 17;

  /** The first words, which have the fields of OpenFlow 1.0. */
  public static final int FIRST_WORDS = 5;

  public static final int IN_PORT_WORD = 0;
  public static final int DST_WORD = 1;
  public static final int SRC_WORD = 2;
  public static final int NETWORK_WORD = 3;
  public static final int ADDRESS_WORD = 4;
  public static final int METADATA_WORD = 5;
  static final int TUNNEL_WORD = 6;
  static final int PHYSICAL_WORD = 7;
  static final int IPV6_SRC_WORD = 8;
  public static final int IPV6_DST_WORD = 10;
  static final int TARGET_WORD = 12;
  static final int SENDER_LINK_WORD = 14;
  static final int TARGET_LINK_WORD = 15;
  public static final int OTHER_WORD = 16;

  public static final int IN_PORT_SHIFT = 32;
  public static final int ETH_SHIFT = 16;
  public static final int PCP_SHIFT = 13;
  public static final int DSCP_SHIFT = 58;
  static final int ECN_SHIFT = 56;
  public static final int PROTOCOL_SHIFT = 32;
  static final int TP_SRC_SHIFT = 16;
  public static final int NW_SRC_SHIFT = 32;
  static final int LABEL_SHIFT = 12;
  static final int TC_SHIFT = 9;
  static final int BOS_SHIFT = 8;
  static final int FLOW_LABEL_SHIFT = 44;
  static final int EXTENSIONS_SHIFT = 32;

  public static final long IN_PORT = 0xffff_ffffL << IN_PORT_SHIFT;
  public static final long ETH = 0xffff_ffff_ffffL << ETH_SHIFT;
  public static final long ETH_TYPE = 0xffffL;
  public static final long TAGGED = 0x1000L;
  public static final long VLAN = TAGGED | 0xfffL;
  public static final long PCP = 7L << PCP_SHIFT;
  public static final long DSCP = 0x3fL << DSCP_SHIFT;
  public static final long PROTOCOL = 0xffL << PROTOCOL_SHIFT;
  public static final long TP_SRC = 0xffffL << TP_SRC_SHIFT;
  public static final long TP_DST = 0xffffL;

  private Key() {}
}
