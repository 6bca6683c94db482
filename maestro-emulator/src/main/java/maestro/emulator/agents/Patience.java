package maestro.emulator.agents;

import java.util.concurrent.TimeUnit;

/**
 * The time limits between a coordinator and an agent.
 *
 * @param silenceMs a link is lost when nothing arrives for this long; heartbeats arrive each
 *     {@value AgentLink#HEARTBEAT_MS} ms
 * @param partialNs the time that the other agents have to send their counts after a failure
 * @param replacementNs how long a run waits at its begin for an agent in the place of a lost one
 */
record Patience(int silenceMs, long partialNs, long replacementNs) {
  static final Patience USUAL =
      new Patience(2_500, TimeUnit.MILLISECONDS.toNanos(1_500), TimeUnit.SECONDS.toNanos(10));
}
