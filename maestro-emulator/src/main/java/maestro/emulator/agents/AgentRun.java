package maestro.emulator.agents;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import maestro.emulator.controller.BackgroundLoad;
import maestro.emulator.engine.LoadRun;
import maestro.emulator.engine.Progress;
import maestro.emulator.engine.clock.StartGate;
import maestro.emulator.engine.connection.RemoteSwitches;
import maestro.emulator.engine.result.LoadResult;

/**
 * An agent's part of one run, on a thread of its own. The agent's thread calls {@link #go}, {@link
 * #stop} and {@link #end}.
 */
final class AgentRun implements StartGate, Progress, RemoteSwitches {
  private static final long STATUS_NS = 100_000_000;
  private static final int MOST_LEAVING = 16_384;
  private static final int MOST_CROSSINGS_A_MESSAGE = 512;
  private static final int MOST_WINDOWS_A_MESSAGE = 500_000;

  private final long number;
  private final AgentLink link;
  private final LoadRun load;
  private final int windowsOfOne;

  /** Other programs of this machine; used by the thread of this run. */
  private final BackgroundLoad others;

  private double otherProcessors = Double.NaN;
  private boolean measuring;

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
    InetSocketAddress controller = new InetSocketAddress(host, work.port());
    this.load = new LoadRun(SwitchAssignment.plan(work), controller, this, this);
    this.others = BackgroundLoad.besideAgents(controller);
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

  void finish(Message.Finish finish) {
    if (finish.run() == number) {
      load.finish();
    }
  }

  void arrive(Message.Crossings crossings) {
    if (crossings.run() == number) {
      for (Message.Crossing each : crossings.frames()) {
        load.arrive(each.switchNumber(), each.port(), each.frame());
      }
    }
  }

  /**
   * Called by load threads; the thread of this run sends the frame on. A frame that finds the queue
   * full is lost.
   */
  @Override
  public void carry(int switchNumber, int port, byte[] frame) {
    boolean fits = leaving.offer(new Message.Crossing(switchNumber, port, frame));
    assert fits || leaving.remainingCapacity() < MOST_LEAVING;
  }

  /** Stops the load and waits for its end. */
  void end() throws InterruptedException {
    load.stop();
    thread.join();
  }

  /** Called when all switches of this agent are ready. */
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
    watchOthers(stage == Stage.MEASURING);
    long nowNs = System.nanoTime();
    if (nowNs - nextStatusNs >= 0) {
      nextStatusNs = nowNs + STATUS_NS;
      send(new Message.Status(number, stage, done, total, answeredRequests));
    }
  }

  /** From the begin of measured time to its end. */
  private void watchOthers(boolean measuringNow) {
    if (measuringNow && !measuring) {
      others.begin();
    } else if (!measuringNow && measuring) {
      otherProcessors = others.processors();
    }
    measuring = measuringNow;
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
    int atOnce = Math.max(1, MOST_WINDOWS_A_MESSAGE / (2 * windowsOfOne));
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
            Merge.bytes(result.lostProbes()),
            result.probe(),
            result.firstErrors(),
            result.measuredNs(),
            result.setUpNs(),
            result.effort(),
            Message.Sent.of(result.sending()),
            result.learnedAll(),
            otherProcessors,
            result.failure()));
  }

  /**
   * A failure to send is ignored: the thread that reads from the coordinator notices it and ends
   * this run.
   */
  private void send(Message message) {
    try {
      link.send(message);
    } catch (IOException e) {
      load.stop();
    }
  }
}
