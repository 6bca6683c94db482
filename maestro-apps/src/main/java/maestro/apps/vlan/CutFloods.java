package maestro.apps.vlan;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import maestro.api.SwitchInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says once for each switch that packets to everybody do not leave by all of its ports. */
final class CutFloods {
  private static final Logger LOG = LoggerFactory.getLogger(VlanFloods.class);

  /** The most switches to say it of: one that invents datapath ids fills neither memory nor log. */
  private static final int MOST_SWITCHES = 100;

  private final Set<Long> said = ConcurrentHashMap.newKeySet();

  /** The ports of a switch are put into lists for floods. Any thread. */
  void listed(long datapathId, int portCount) {
    boolean isCut = portCount > VlanFloods.MOST_PORTS;
    if (isCut && said.size() < MOST_SWITCHES && said.add(datapathId)) {
      LOG.warn(
          "switch {}: packets to everybody in a VLAN leave only by the {} ports with the lowest"
              + " numbers, of {}: more do not fit into one message (said once)",
          SwitchInfo.format(datapathId),
          VlanFloods.MOST_PORTS,
          portCount);
    }
  }
}
