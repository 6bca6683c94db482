package maestro.network.link;

import java.util.BitSet;
import java.util.function.IntFunction;
import maestro.network.dataplane.pipeline.PipelineSwitch;
import maestro.network.plan.NetworkPlan;

/**
 * What does not work in a network: cables that are cut, ports that are down, switches that are
 * stopped. The link of a port is up while its cable is whole and the other end runs; both switches
 * tell their controllers of a change. Confined to one thread.
 */
public final class Failures {
  private final NetworkPlan plan;
  private final IntFunction<PipelineSwitch> switches;

  /** By switch, the ports whose cables are cut; of a cable between switches, both ends. */
  private final BitSet[] cut;

  /** By switch, the ports that are switched off. */
  private final BitSet[] off;

  private final BitSet stopped = new BitSet();

  public Failures(NetworkPlan plan, IntFunction<PipelineSwitch> switches) {
    this.plan = plan;
    this.switches = switches;
    this.cut = new BitSet[plan.switchCount()];
    this.off = new BitSet[plan.switchCount()];
    for (int i = 0; i < cut.length; i++) {
      cut[i] = new BitSet();
      off[i] = new BitSet();
    }
  }

  /** Cuts the cable at a port, or mends it. */
  public void setCable(int index, int port, boolean isCut) {
    cut[index].set(port, isCut);
    show(index, port);
    if (plan.leadsToSwitch(index, port)) {
      int other = plan.neighbor(index, port);
      int otherPort = plan.neighborPort(index, port);
      cut[other].set(otherPort, isCut);
      show(other, otherPort);
    }
  }

  /** Switches a port off or on, as an administrator at the switch does. */
  public void setPort(int index, int port, boolean isOff) {
    off[index].set(port, isOff);
    if (!isStopped(index)) {
      switches.apply(index).setPort(port, isOff);
    }
    if (plan.leadsToSwitch(index, port)) {
      show(plan.neighbor(index, port), plan.neighborPort(index, port));
    }
  }

  /** A switch stops, or a new one has started in its place. */
  public void setSwitch(int index, boolean isStopped) {
    stopped.set(index, isStopped);
    for (int port = 1; port <= plan.portCount(index); port++) {
      if (!isStopped) {
        switches.apply(index).setPort(port, off[index].get(port));
        show(index, port);
      }
      if (plan.leadsToSwitch(index, port)) {
        show(plan.neighbor(index, port), plan.neighborPort(index, port));
      }
    }
  }

  public boolean isStopped(int index) {
    return stopped.get(index);
  }

  /** Whether the cable at a port is cut. */
  public boolean isCut(int index, int port) {
    return cut[index].get(port);
  }

  /** Whether a port is switched off. */
  boolean isOff(int index, int port) {
    return off[index].get(port);
  }

  /** Whether frames can pass the cable at a port. */
  public boolean isUp(int index, int port) {
    return !isStopped(index) && !isOff(index, port) && !isLinkDown(index, port);
  }

  private void show(int index, int port) {
    if (!isStopped(index)) {
      switches.apply(index).setLink(port, isLinkDown(index, port));
    }
  }

  private boolean isLinkDown(int index, int port) {
    if (isCut(index, port)) {
      return true;
    }
    if (!plan.leadsToSwitch(index, port)) {
      return false;
    }
    int other = plan.neighbor(index, port);
    return isStopped(other) || isOff(other, plan.neighborPort(index, port));
  }
}
