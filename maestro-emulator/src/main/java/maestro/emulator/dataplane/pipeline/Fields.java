package maestro.emulator.dataplane.pipeline;

/**
 * Where the twelve fields of OpenFlow 1.0 lie in the key of a frame.
 *
 * <pre>
 *  word  0   in_port 32 | zeros 32
 *        1   dl_dst 48  | dl_type 16
 *        2   dl_src 48  | dl_vlan_pcp 3 | tagged 1 | dl_vlan 12
 *        3   nw_tos 6   | zeros 18 | nw_proto 8 | tp_src 16 | tp_dst 16
 *        4   nw_src 32  | nw_dst 32
 * </pre>
 *
 * <p>A field that a frame has not is 0. The numbers of ARP are in the fields of IPv4, type and code
 * of ICMP in those of the ports, as in OpenFlow 1.0. Stateless.
 */
final class Fields {
  static final int WORDS = 5;

  static final int IN_PORT_WORD = 0;
  static final int DST_WORD = 1;
  static final int SRC_WORD = 2;
  static final int NETWORK_WORD = 3;
  static final int ADDRESS_WORD = 4;

  static final int IN_PORT_SHIFT = 32;
  static final int ETH_SHIFT = 16;
  static final int PCP_SHIFT = 13;
  static final int DSCP_SHIFT = 58;
  static final int PROTOCOL_SHIFT = 32;
  static final int TP_SRC_SHIFT = 16;
  static final int NW_SRC_SHIFT = 32;

  static final long IN_PORT = 0xffff_ffffL << IN_PORT_SHIFT;
  static final long ETH = 0xffff_ffff_ffffL << ETH_SHIFT;
  static final long ETH_TYPE = 0xffffL;
  static final long TAGGED = 0x1000L;
  static final long VLAN = TAGGED | 0xfffL;
  static final long PCP = 7L << PCP_SHIFT;
  static final long DSCP = 0x3fL << DSCP_SHIFT;
  static final long PROTOCOL = 0xffL << PROTOCOL_SHIFT;
  static final long TP_SRC = 0xffffL << TP_SRC_SHIFT;
  static final long TP_DST = 0xffffL;

  private Fields() {}
}
