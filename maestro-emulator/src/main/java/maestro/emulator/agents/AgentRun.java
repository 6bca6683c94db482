package maestro.emulator.agents;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import maestro.emulator.engine.FarSwitches;
import maestro.emulator.engine.LoadResult;
import maestro.emulator.engine.LoadRun;
import maestro.emulator.engine.Progress;
import maestro.emulator.engine.StartGate;

/**
 * An agent's part of one run, on a thread of its own. The agent's thread calls {@link #go}, {@link
 * #stop} and {@link #end}.
 */
final class AgentRun implements StartGate, Progress, FarSwitches {
  private static final long STATUS_NS = 100_000_000;
  private static final int MOST_LEAVING = 16_384;
  private static final int MOST_CROSSINGS_A_MESSAGE = 512;
  private static final int MOST_WINDOWS_A_MESSAGE = 500_000;

  private final long number;
  private final AgentLink link;
  private final LoadRun load;
  private final int windowsOfOne;
  private final Thread thread;
  private volatile long startAtNs = NOT_YET;
  private final BlockingQueue<Message.Crossing> leaving = new ArrayBlockingQueue<>(MOST_LEAVING);
  private boolean readySent;
  private long nextStatusNs = System.nanoTime();

  AgentRun(Message.Work work, AgentLink link) throws IOException {
    this.number = work.run();
    this.link = link;
    InetAddress host =
        work.host().isEmpty() ? link.remote().getAddress() : InetAddress.getByName(work.host());
    this.load =
        new LoadRun(Division.plan(work), new InetSocketAddress(host, work.port()), this, this);
    this.windowsOfOne = (int) (work.plan().times().measureNs() / STATUS_NS) + 1;
    this.thread = new Thread(this::run, "agent-run-" + number);
    thread.setDaemon(true);
    thread.start();
  }

  void go(Message.Go go) {
    if (go.run() == number) {
      startAtNs = System.nanoTime() + go.delayNs();
    }
  }

  void stop(Message.Stop stop) {
    if (stop.run() == number) {
      load.stop();
    }
  }

  void arrive(Message.Crossings crossings) {
    if (crossings.run() == number) {
      for (Message.Crossing each : crossings.frames()) {
        load.arrive(each.switchNumber(), each.port(), each.frame());
      }
    }
  }

  /** On load threads; the thread of this run sends it on. What is too much is lost. */
  @Override
  public void carry(int switchNumber, int port, byte[] frame) {
    boolean fits = leaving.offer(new Message.Crossing(switchNumber, port, frame));
    assert fits || leaving.remainingCapacity() < MOST_LEAVING;
  }

  /** Stops the load and waits until it has. */
  void end() throws InterruptedException {
    load.stop();
    thread.join();
  }

  /** Asked when all switches of this agent are ready. */
  @Override
  public long startAtNs() {
    if (!readySent) {
      readySent = true;
      send(new Message.Ready(number));
    }
    return startAtNs;
  }

  @Override
  public void at(Stage stage, long done, long total, long answeredRequests) {
    sendLeaving();
    long nowNs = System.nanoTime();
    if (nowNs - nextStatusNs >= 0) {
      nextStatusNs = nowNs + STATUS_NS;
      send(new Message.Status(number, stage, done, total, answeredRequests));
    }
  }

  private void sendLeaving() {
    while (!leaving.isEmpty()) {
      List<Message.Crossing> some = new ArrayList<>();
      leaving.drainTo(some, MOST_CROSSINGS_A_MESSAGE);
      send(new Message.Crossings(number, some));
    }
  }

  private void run() {
    LoadResult result = load.run(this);
    int atOnce = Math.max(1, MOST_WINDOWS_A_MESSAGE / windowsOfOne);
    List<LoadResult.SwitchCounts> switches = result.switches();
    for (int from = 0; from < switches.size(); from += atOnce) {
      int to = Math.min(switches.size(), from + atOnce);
      send(new Message.Counts(number, switches.subList(from, to)));
    }
    send(
        new Message.Done(
            number,
            Merge.bytes(result.delays()),
            Merge.bytes(result.probing()),
            result.probes(),
            result.measuredNs(),
            result.setUpNs(),
            result.effort(),
            result.learnedAll(),
            result.failure()));
  }

  /** When the coordinator cannot be told, whoever reads from it notices and ends this run. */
  private void send(Message message) {
    try {
      link.send(message);
    } catch (IOException e) {
      load.stop();
    }
  }
}
