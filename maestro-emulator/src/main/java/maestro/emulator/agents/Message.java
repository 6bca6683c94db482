package maestro.emulator.agents;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import maestro.emulator.engine.Progress;
import maestro.emulator.engine.plan.LoadPlan;
import maestro.emulator.engine.plan.SwitchLoad;
import maestro.emulator.engine.result.LoadResult;
import maestro.emulator.report.FirstError;
import maestro.emulator.report.KernelTcp;
import maestro.emulator.scenario.LoadMode;

/** The messages between a coordinator and its agents. Each is one JSON object on the wire. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Message.Hello.class, name = "hello"),
  @JsonSubTypes.Type(value = Message.Challenge.class, name = "challenge"),
  @JsonSubTypes.Type(value = Message.Proof.class, name = "proof"),
  @JsonSubTypes.Type(value = Message.Welcome.class, name = "welcome"),
  @JsonSubTypes.Type(value = Message.Refusal.class, name = "refusal"),
  @JsonSubTypes.Type(value = Message.Heartbeat.class, name = "heartbeat"),
  @JsonSubTypes.Type(value = Message.Work.class, name = "work"),
  @JsonSubTypes.Type(value = Message.Status.class, name = "status"),
  @JsonSubTypes.Type(value = Message.Ready.class, name = "ready"),
  @JsonSubTypes.Type(value = Message.Go.class, name = "go"),
  @JsonSubTypes.Type(value = Message.Stop.class, name = "stop"),
  @JsonSubTypes.Type(value = Message.Finish.class, name = "finish"),
  @JsonSubTypes.Type(value = Message.Crossings.class, name = "crossings"),
  @JsonSubTypes.Type(value = Message.Counts.class, name = "counts"),
  @JsonSubTypes.Type(value = Message.Done.class, name = "done")
})
@SuppressWarnings("ArrayRecordComponent") // messages are never compared
sealed interface Message {
  /** The version of the protocol; both ends must have the same one. */
  int VERSION = 8;

  /** Sent by an agent first: its name and its nonce. */
  record Hello(int version, String name, byte[] nonce) implements Message {}

  /** Sent by a coordinator: it requests the proof that the agent knows the secret. */
  record Challenge(int version, byte[] nonce) implements Message {}

  /** Sent by an agent: its proof. */
  record Proof(byte[] mac) implements Message {}

  /** Sent by a coordinator: its own proof. Every later message carries a MAC. */
  record Welcome(byte[] mac) implements Message {}

  /** Sent by a coordinator that refuses the agent, with the reason in one line. */
  record Refusal(String reason) implements Message {}

  /** A heartbeat, sent by both ends twice a second. */
  record Heartbeat() implements Message {}

  /**
   * Sent by a coordinator: the agent connects these switches and teaches their addresses.
   *
   * @param host of the controller; empty for the machine of the coordinator
   * @param otherEnds for each switch by port from 1, the result of {@link
   *     maestro.emulator.engine.plan.Neighbours#otherEnd}; empty when no port leads to a switch
   * @param plan the plan without its neighbours, which are in {@code otherEnds}
   */
  record Work(long run, String host, int port, List<long[]> otherEnds, Part plan)
      implements Message {}

  /** A plan without its neighbours. */
  record Part(
      LoadMode mode,
      int frameBytes,
      boolean buffered,
      int limitRequests,
      List<SwitchLoad> switches,
      int allSwitches,
      SwitchLoad probe,
      LoadPlan.Times times,
      int threadCount) {}

  /** Progress, sent by an agent ten times a second during a run. */
  record Status(long run, Progress.Stage stage, long done, long total, long answeredRequests)
      implements Message {}

  /** Sent by an agent when its switches are connected and their addresses are taught. */
  record Ready(long run) implements Message {}

  /** Sent by a coordinator to all agents at once: the load begins this long after the arrival. */
  record Go(long run, long delayNs) implements Message {}

  /** Sent by a coordinator: the agent ends the run and sends its counts. */
  record Stop(long run) implements Message {}

  /** Sent by a coordinator in measured time: that is over now, and the agent drains. */
  record Finish(long run) implements Message {}

  /**
   * Sent by both ends at any time of a run: discovery frames between switches of two agents. An
   * agent names the ports by which the frames leave, the coordinator those by which they arrive.
   */
  record Crossings(long run, List<Crossing> frames) implements Message {}

  /**
   * One discovery frame.
   *
   * @param switchNumber the number of the switch among those of the agent, from 0
   * @param port the port by which the frame leaves or arrives, from 1
   */
  record Crossing(int switchNumber, int port, byte[] frame) {}

  /** Sent by an agent after a run, repeatedly: the counts of some switches, in order. */
  record Counts(long run, List<LoadResult.SwitchCounts> switches) implements Message {}

  /** How requests left: what {@link LoadResult.Sending} says. */
  record Sent(
      int emptySwitches,
      long socketSamples,
      long emptySamples,
      int boundSwitches,
      long waitingAtEnd,
      KernelTcp kernel,
      byte[] lateness,
      byte[] probeLateness) {
    static Sent of(LoadResult.Sending sending) {
      return new Sent(
          sending.emptySwitches(),
          sending.socketSamples(),
          sending.emptySamples(),
          sending.boundSwitches(),
          sending.waitingAtEnd(),
          sending.kernel(),
          Merge.bytes(sending.lateness()),
          Merge.bytes(sending.probeLateness()));
    }
  }

  /**
   * Sent by an agent after its counts: all other results. Histograms are in HdrHistogram's
   * compressed form.
   */
  record Done(
      long run,
      byte[] delays,
      byte[] probing,
      List<LoadResult.ProbeWindow> probes,
      byte[] lostProbes,
      LoadResult.SwitchCounts probe,
      List<FirstError> firstErrors,
      long measuredNs,
      long setUpNs,
      LoadResult.Effort effort,
      Sent sent,
      boolean learnedAll,
      double otherProcessors,
      String failure)
      implements Message {}
}
