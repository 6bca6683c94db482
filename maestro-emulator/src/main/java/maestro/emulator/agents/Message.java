package maestro.emulator.agents;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import maestro.emulator.engine.LoadPlan;
import maestro.emulator.engine.LoadResult;
import maestro.emulator.engine.Progress;
import maestro.emulator.engine.SwitchLoad;
import maestro.emulator.scenario.LoadMode;

/** What coordinator and agents say to each other; each travels as one JSON object. */
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
  @JsonSubTypes.Type(value = Message.Crossings.class, name = "crossings"),
  @JsonSubTypes.Type(value = Message.Counts.class, name = "counts"),
  @JsonSubTypes.Type(value = Message.Done.class, name = "done")
})
@SuppressWarnings("ArrayRecordComponent") // messages are written and read, never compared
sealed interface Message {
  /** Of the protocol; both ends must have the same. */
  int VERSION = 3;

  /** Agent, first of all: who it is. */
  record Hello(int version, String name, byte[] nonce) implements Message {}

  /** Coordinator: prove that you know the secret. */
  record Challenge(int version, byte[] nonce) implements Message {}

  /** Agent: it does. */
  record Proof(byte[] mac) implements Message {}

  /** Coordinator: so do I. Everything after this carries a MAC. */
  record Welcome(byte[] mac) implements Message {}

  /** Coordinator: go away; one line says why. */
  record Refusal(String reason) implements Message {}

  /** Either, twice a second: still here. */
  record Heartbeat() implements Message {}

  /**
   * Coordinator: connect these switches and teach their addresses.
   *
   * @param host of the controller; empty for the machine of the coordinator
   * @param otherEnds of each switch by port from 1, as {@link
   *     maestro.emulator.engine.Neighbours#otherEnd} says; empty when no port leads to a switch
   * @param plan without neighbours, which cannot travel
   */
  record Work(long run, String host, int port, List<long[]> otherEnds, Part plan)
      implements Message {}

  /** A plan but its neighbours. */
  record Part(
      LoadMode mode,
      int frameBytes,
      boolean buffered,
      int windowRequests,
      List<SwitchLoad> switches,
      SwitchLoad probe,
      LoadPlan.Times times,
      int threadCount) {}

  /** Agent, ten times a second while it runs. */
  record Status(long run, Progress.Stage stage, long done, long total, long answeredRequests)
      implements Message {}

  /** Agent: its switches are connected and their addresses taught. */
  record Ready(long run) implements Message {}

  /** Coordinator, to all at once: load begins so long after this has come. */
  record Go(long run, long delayNs) implements Message {}

  /** Coordinator: end the run and send what was counted. */
  record Stop(long run) implements Message {}

  /**
   * Either, at any time of a run: discovery frames between switches of two agents. From an agent
   * where they leave, from the coordinator where they come in.
   */
  record Crossings(long run, List<Crossing> frames) implements Message {}

  /**
   * One frame.
   *
   * @param switchNumber of the agent's, from 0
   * @param port by which it leaves or comes in, from 1
   */
  record Crossing(int switchNumber, int port, byte[] frame) {}

  /** Agent, after a run, as often as it takes: some switches' counts, in order. */
  record Counts(long run, List<LoadResult.SwitchCounts> switches) implements Message {}

  /** Agent, after its counts: all else. Histograms are in HdrHistogram's compressed form. */
  record Done(
      long run,
      byte[] delays,
      byte[] probing,
      List<LoadResult.ProbeWindow> probes,
      long measuredNs,
      long setUpNs,
      LoadResult.Effort effort,
      boolean learnedAll,
      String failure)
      implements Message {}
}
