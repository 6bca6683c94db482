package maestro.emulator.switches;

import maestro.openflow.OpenFlow;

/**
 * The features of a switch.
 *
 * @param datapathId 64 bits, unique in a run
 * @param version {@link OpenFlow#VERSION_10} or {@link OpenFlow#VERSION_13}
 * @param portCount ports, numbered from 1; at most {@link #MOST_PORTS}
 * @param bufferCount how many packets it can buffer; 0 when it sends every packet whole
 */
public record SwitchDescription(long datapathId, int version, int portCount, int bufferCount) {
  /** About as many as one FEATURES_REPLY of 1.0 can have. */
  static final int MOST_PORTS = 1024;

  public SwitchDescription {
    if (version != OpenFlow.VERSION_10 && version != OpenFlow.VERSION_13) {
      throw new IllegalArgumentException("version " + version + ": only 1 and 4 are spoken");
    }
    if (portCount < 1 || portCount > MOST_PORTS) {
      throw new IllegalArgumentException(
          portCount + " ports: a switch has between 1 and " + MOST_PORTS);
    }
  }

  /** The Ethernet address of a port: locally administered; hosts start with 02, ports with 06. */
  public long portAddress(int port) {
    return 0x0600_0000_0000L | (datapathId & 0xfff_ffffL) << 12 | port;
  }
}
