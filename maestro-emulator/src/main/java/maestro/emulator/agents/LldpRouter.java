package maestro.emulator.agents;

import java.util.ArrayList;
import java.util.List;
import maestro.emulator.engine.plan.LoadPlan;

/**
 * Routes discovery frames between agents: from the agent of the sending switch to the agent of its
 * neighbour. Confined to one thread.
 */
final class LldpRouter {
  private static final int PORT_BITS = 16;
  private static final long PORT_MASK = 0xffff;

  private final LoadPlan plan;
  private final List<AgentSlot> agents;
  private final long run;

  LldpRouter(LoadPlan plan, List<AgentSlot> agents, long run) {
    this.plan = plan;
    this.agents = agents;
    this.run = run;
  }

  /**
   * Forwards frames that switches of an agent have sent; drops those whose port leads to no switch.
   */
  void carry(int from, Message.Crossings crossings) {
    List<List<Message.Crossing>> byAgent = new ArrayList<>();
    agents.forEach(agent -> byAgent.add(new ArrayList<>()));
    int first = SwitchAssignment.first(plan, from, agents.size());
    int count = SwitchAssignment.first(plan, from + 1, agents.size()) - first;
    for (Message.Crossing each : crossings.frames()) {
      if (each.switchNumber() >= 0 && each.switchNumber() < count && each.frame() != null) {
        long end = plan.neighbours().otherEnd(first + each.switchNumber(), each.port());
        if (end >= 0) {
          int to = SwitchAssignment.agentOf(plan, (int) (end >> PORT_BITS), agents.size());
          int number = (int) (end >> PORT_BITS) - SwitchAssignment.first(plan, to, agents.size());
          int port = (int) (end & PORT_MASK);
          byAgent.get(to).add(new Message.Crossing(number, port, each.frame()));
        }
      }
    }
    for (int i = 0; i < byAgent.size(); i++) {
      if (!byAgent.get(i).isEmpty()) {
        agents.get(i).send(new Message.Crossings(run, byAgent.get(i)));
      }
    }
  }
}
