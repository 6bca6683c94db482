package maestro.emulator.engine.plan;

import maestro.emulator.switches.SwitchDescription;

/**
 * One switch and what it is to send. Immutable.
 *
 * @param description what it says about itself
 * @param firstHost number of its first host; addresses are made from it, unique in a run
 * @param hostCount hosts behind it, at least 2
 * @param firstHostPort ports from here on lead to hosts, those before to neighbours
 * @param rate what it sends when; null when it sends as fast as it can or ping-pong
 */
public record SwitchLoad(
    SwitchDescription description,
    long firstHost,
    int hostCount,
    int firstHostPort,
    RateSteps rate) {
  public SwitchLoad {
    if (hostCount < 2) {
      throw new IllegalArgumentException(hostCount + " hosts on a switch: at least 2 are needed");
    }
    if (firstHostPort < 1 || firstHostPort >= description.portCount()) {
      throw new IllegalArgumentException(
          "hosts from port "
              + firstHostPort
              + " on, of "
              + description.portCount()
              + ": at least 2 ports must lead to hosts");
    }
  }

  /** The port that a host of this switch is behind. */
  public int portOf(int host) {
    return firstHostPort + host % (description.portCount() - firstHostPort + 1);
  }

  /** The host that this one talks to: always another, behind another port. */
  public int partnerOf(int host) {
    int other = host ^ 1;
    return other < hostCount ? other : host - 1;
  }
}
