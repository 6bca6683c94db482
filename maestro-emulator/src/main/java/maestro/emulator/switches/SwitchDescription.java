package maestro.emulator.switches;

import maestro.openflow.OpenFlow;

/**
 * What a switch says about itself.
 *
 * @param datapathId 64 bits, unique in a run
 * @param version {@link OpenFlow#VERSION_10} or {@link OpenFlow#VERSION_13}
 * @param portCount ports, numbered from 1; at most {@link #MOST_PORTS}
 * @param bufferCount packets it can keep; 0 when every packet is sent whole
 */
public record SwitchDescription(long datapathId, int version, int portCount, int bufferCount) {
  /** About as many as fit into one FEATURES_REPLY of 1.0. */
  public static final int MOST_PORTS = 1024;

  public SwitchDescription {
    if (version != OpenFlow.VERSION_10 && version != OpenFlow.VERSION_13) {
      throw new IllegalArgumentException("version " + version + ": only 1 and 4 are spoken");
    }
    if (portCount < 1 || portCount > MOST_PORTS) {
      throw new IllegalArgumentException(
          portCount + " ports: a switch has between 1 and " + MOST_PORTS);
    }
  }
}
