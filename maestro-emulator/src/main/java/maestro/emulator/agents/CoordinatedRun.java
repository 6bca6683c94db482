package maestro.emulator.agents;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import maestro.emulator.engine.Progress;
import maestro.emulator.engine.plan.LoadPlan;
import maestro.emulator.engine.result.LoadResult;

/**
 * One run of all agents.
 *
 * <ol>
 *   <li>Each agent gets its part of the plan and reports when it is ready.
 *   <li>When all are ready, the coordinator tells all to start after the same short delay.
 *   <li>The first failure of an agent stops the others. They have a short time to send their
 *       counts. When the progress says that it is enough, measured time ends on all of them.
 * </ol>
 *
 * <p>Used once, by one thread.
 */
final class CoordinatedRun {
  private static final long POLL_MS = 50;
  private static final long START_DELAY_NS = 100_000_000;

  private final long number;
  private final List<AgentSlot> agents;
  private final BlockingQueue<Coordinator.Event> events;
  private final LoadPlan plan;
  private final InetSocketAddress controller;
  private final Patience patience;
  private String failure = "";
  private long deadlineNs;
  private boolean started;

  /** Whether the agents were told that measured time is over. */
  private boolean finished;

  CoordinatedRun(
      long number,
      List<AgentSlot> agents,
      BlockingQueue<Coordinator.Event> events,
      LoadPlan plan,
      InetSocketAddress controller,
      Patience patience) {
    this.number = number;
    this.agents = agents;
    this.events = events;
    this.plan = plan;
    this.controller = controller;
    this.patience = patience;
  }

  LoadResult run(Progress progress) {
    agents.forEach(AgentSlot::begin);
    if (agents.size() > plan.switches().size()) {
      fail(
          agents.size()
              + " agents for "
              + plan.switches().size()
              + " switches: at most one agent a switch is of use");
      return merged();
    }
    agents.stream().filter(AgentSlot::isLost).findFirst().ifPresent(a -> fail(lost(a)));
    if (!failure.isEmpty()) {
      return merged();
    }
    handOut(); // 1
    while (!isOver()) {
      try {
        Coordinator.Event event = events.poll(POLL_MS, TimeUnit.MILLISECONDS);
        if (event != null) {
          handle(event);
        }
      } catch (InterruptedException e) {
        fail("the run was interrupted");
      }
      if (!started && agents.stream().allMatch(a -> a.ready)) {
        started = true;
        agents.forEach(a -> a.send(new Message.Go(number, START_DELAY_NS))); // 2
      }
      report(progress);
      if (!finished && progress.isEnough()) {
        finished = true;
        agents.forEach(a -> a.send(new Message.Finish(number)));
      }
    }
    return merged();
  }

  private void handOut() {
    boolean here = controller.getAddress().isAnyLocalAddress();
    String host = here ? "" : controller.getAddress().getHostAddress();
    for (int i = 0; i < agents.size(); i++) {
      agents
          .get(i)
          .send(SwitchAssignment.work(plan, i, agents.size(), number, host, controller.getPort()));
    }
  }

  private boolean isOver() {
    boolean inTime = failure.isEmpty() || deadlineNs - System.nanoTime() > 0;
    return !inTime || agents.stream().allMatch(AgentSlot::isFinished);
  }

  private void handle(Coordinator.Event event) {
    AgentSlot agent = event.agent();
    Message message = event.message();
    if (message == null) {
      agent.lose(event.lost());
    }
    if (!agents.contains(agent)) {
      return; // a spare one, which has no part in the run
    }
    if (message == null) {
      fail(lost(agent));
    } else if (message instanceof Message.Status status && status.run() == number) {
      agent.status = status;
    } else if (message instanceof Message.Ready ready && ready.run() == number) {
      agent.ready = true;
    } else if (message instanceof Message.Crossings crossings && crossings.run() == number) {
      new LldpRouter(plan, agents, number).carry(agents.indexOf(agent), crossings);
    } else if (message instanceof Message.Counts counts && counts.run() == number) {
      agent.counts.addAll(counts.switches());
    } else if (message instanceof Message.Done done && done.run() == number) {
      agent.done = done;
      if (!done.failure().isEmpty()) {
        fail(agent.title() + ": " + done.failure());
      }
    }
  }

  private String lost(AgentSlot agent) {
    return agent.title()
        + " is lost: "
        + agent.lost()
        + "; its switches "
        + range(agent)
        + " are left out";
  }

  private String range(AgentSlot agent) {
    int index = agents.indexOf(agent);
    int first = SwitchAssignment.first(plan, index, agents.size()) + 1;
    int last = SwitchAssignment.first(plan, index + 1, agents.size());
    return first + " to " + last;
  }

  /** Records a failure; the first one stays. */
  private void fail(String reason) {
    if (failure.isEmpty()) {
      failure = reason;
      deadlineNs = System.nanoTime() + patience.partialNs();
      agents.forEach(a -> a.send(new Message.Stop(number))); // 3
    }
  }

  /**
   * Reports the progress of all agents: sums while switches connect and learn, then the values of
   * the agent that has progressed least.
   */
  private void report(Progress progress) {
    Message.Status least = null;
    long done = 0;
    long total = 0;
    long answered = 0;
    for (AgentSlot agent : agents) {
      Message.Status status = agent.status;
      if (status == null) {
        return;
      }
      done += status.done();
      total += status.total();
      answered += status.answeredRequests();
      if (least == null || status.stage().compareTo(least.stage()) < 0) {
        least = status;
      }
    }
    if (least != null) {
      boolean adds = least.stage().compareTo(Progress.Stage.LEARNING) <= 0;
      progress.at(
          least.stage(), adds ? done : least.done(), adds ? total : least.total(), answered);
    }
  }

  /**
   * Adds the missing switches of an agent to the failure; the line about a lost agent has them
   * already.
   */
  private void sayLeftOut(AgentSlot agent) {
    if (failure.isEmpty()) {
      failure = agent.title() + " sent counts that cannot be read";
    }
    if (!failure.startsWith(agent.title() + " is lost")) {
      failure += "; left out: switches " + range(agent) + " of " + agent.title();
    }
  }

  /** Says whose the probing delay is when the counts of the first agent are not here. */
  private String aboutProbing(Merge merge) {
    if (plan.probe() == null) {
      return "";
    }
    return merge.hasProbed()
        ? "; the probing delay is that of the second probing switch, of "
            + agents.get(agents.size() - 1).title()
        : "; the probing delay is not known: it had the probing switch";
  }

  private LoadResult merged() {
    Merge merge = new Merge();
    boolean firstIsHere = true;
    for (int i = 0; i < agents.size(); i++) {
      AgentSlot agent = agents.get(i);
      int from = SwitchAssignment.first(plan, i, agents.size());
      int to = SwitchAssignment.first(plan, i + 1, agents.size());
      boolean whole = agent.done != null && agent.counts.size() == to - from;
      try {
        if (whole) {
          merge.add(agent.counts, agent.done);
        }
      } catch (IOException e) {
        whole = false;
      }
      if (!whole) {
        merge.addLost(plan.switches().subList(from, to));
        sayLeftOut(agent);
        firstIsHere &= i > 0;
      }
    }
    return merge.result(firstIsHere ? failure : failure + aboutProbing(merge));
  }
}
