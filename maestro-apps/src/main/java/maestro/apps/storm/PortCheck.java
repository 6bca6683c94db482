package maestro.apps.storm;

import maestro.api.topology.Topology.Port;

/** The state of the question whether the port of a storm leads to a switch: {@link LinkChecks}. */
final class PortCheck {
  /** The answer. */
  enum Lead {
    /** There is none yet. */
    ASKED,
    /** A probe has come in at another port. */
    SWITCH,
    /** No probe has come back in time. */
    HOSTS,
    /** The switch has not said in time that it has sent a probe. */
    UNKNOWN
  }

  final long askedNs;
  Lead lead = Lead.ASKED;

  /** Whether the switch has said that it has sent a probe, and when. */
  boolean isConfirmed;

  long confirmedNs;

  /** The port at which the last probe has come in; null before. */
  Port peer;

  long heardNs;

  PortCheck(long askedNs) {
    this.askedNs = askedNs;
  }
}
