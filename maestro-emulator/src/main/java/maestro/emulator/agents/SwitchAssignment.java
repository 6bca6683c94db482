package maestro.emulator.agents;

import java.util.ArrayList;
import java.util.List;
import maestro.emulator.engine.plan.LoadPlan;
import maestro.emulator.engine.plan.Neighbours;
import maestro.emulator.engine.plan.RateSteps;
import maestro.emulator.engine.plan.SwitchLoad;
import maestro.emulator.switches.SwitchDescription;

/**
 * Divides a plan among agents, always in the same way: contiguous ranges of switches, whose lengths
 * differ by at most one. The probing switch goes to the first agent. With several agents the last
 * one has a second probing switch, so that probing goes on when the first agent is lost. The
 * switches of each agent are numbered from 0. A port to a switch of another agent leads to {@link
 * Neighbours#ELSEWHERE}; only the coordinator knows that switch.
 */
final class SwitchAssignment {
  private static final int PORT_BITS = 16;
  private static final long PORT_MASK = 0xffff;

  private SwitchAssignment() {}

  /**
   * Index of an agent's first switch; with {@code agent == agentCount} the index after the last
   * switch.
   */
  static int first(LoadPlan plan, int agent, int agentCount) {
    return (int) ((long) plan.switches().size() * agent / agentCount);
  }

  /** Index of the agent that has a switch. */
  static int agentOf(LoadPlan plan, int switchNumber, int agentCount) {
    int agent = 0;
    while (switchNumber >= first(plan, agent + 1, agentCount)) {
      agent++;
    }
    return agent;
  }

  /** The part of one agent. */
  static Message.Work work(
      LoadPlan plan, int agent, int agentCount, long run, String host, int port) {
    int from = first(plan, agent, agentCount);
    int to = first(plan, agent + 1, agentCount);
    Message.Part part =
        new Message.Part(
            plan.mode(),
            plan.frameBytes(),
            plan.buffered(),
            plan.limitRequests(),
            plan.switches().subList(from, to),
            plan.switches().size(),
            probe(plan, agent, agentCount),
            plan.times(),
            plan.threadCount());
    List<long[]> ends = new ArrayList<>();
    for (int i = from; i < to; i++) {
      SwitchLoad load = plan.switches().get(i);
      long[] byPort = new long[load.firstHostPort() - 1];
      for (int each = 1; each <= byPort.length; each++) {
        byPort[each - 1] = within(plan.neighbours().otherEnd(i, each), from, to);
      }
      ends.add(byPort);
    }
    return new Message.Work(run, host, port, ends, part);
  }

  /** The first agent's probing switch, or the last one's; null for the others. */
  private static SwitchLoad probe(LoadPlan plan, int agent, int agentCount) {
    if (agent == 0 || plan.probe() == null) {
      return plan.probe();
    }
    return agent == agentCount - 1 ? second(plan.probe()) : null;
  }

  /** It asks as often, in the middle between two requests of the first one. */
  private static SwitchLoad second(SwitchLoad first) {
    SwitchDescription d = first.description();
    RateSteps rate = first.rate();
    double phase = rate.phase() < 0.5 ? rate.phase() + 0.5 : rate.phase() - 0.5;
    return new SwitchLoad(
        new SwitchDescription(d.datapathId() + 1, d.version(), d.portCount(), d.bufferCount()),
        first.firstHost() + first.hostCount(),
        first.hostCount(),
        first.firstHostPort(),
        new RateSteps(rate.atNs(), rate.requestsPerSecond(), phase, rate.law(), rate.listedNs()));
  }

  /** The plan from a message to an agent. */
  static LoadPlan plan(Message.Work work) {
    Message.Part part = work.plan();
    LoadPlan own =
        new LoadPlan(
            part.mode(),
            part.frameBytes(),
            part.buffered(),
            part.limitRequests(),
            part.switches(),
            part.probe(),
            new Ends(work.otherEnds()),
            part.times(),
            part.threadCount());
    return own.among(part.allSwitches());
  }

  private static long within(long end, int from, int to) {
    long other = end >> PORT_BITS;
    if (end < 0) {
      return end;
    }
    boolean here = other >= from && other < to;
    return here ? ((other - from) << PORT_BITS) | (end & PORT_MASK) : Neighbours.ELSEWHERE;
  }

  private record Ends(List<long[]> bySwitch) implements Neighbours {
    @Override
    public long otherEnd(int switchNumber, int port) {
      long[] byPort = switchNumber < bySwitch.size() ? bySwitch.get(switchNumber) : new long[0];
      return port < 1 || port > byPort.length ? -1 : byPort[port - 1];
    }
  }
}
