package maestro.metrics;

/** The counters of the controller, each with its label. */
public enum Counter {
  /** PACKET_INs over which the sequence was run. */
  REQUESTS("flow requests served"),
  /**
   * PACKET_INs with LLDP, BDDP or subscribed frames, which became events and are no flow requests.
   */
  LLDP_FRAMES("LLDP frames"),
  /** Runs of the sequence over a batch. */
  BATCHES("batches"),
  /** Visits to a switch, each at most a few reads. */
  VISITS("visits"),
  /** Switches that were visited many times in a row without a byte read or a message handled. */
  STOOD_STILL("switches that stood still"),
  /** Requests in batches that were lost by an application's exception. */
  REQUESTS_LOST("requests lost to a failing application"),
  /**
   * PACKET_INs before the switch's features were known, or after another controller has become
   * master; or too short to hold an Ethernet frame.
   */
  REQUESTS_IGNORED("requests ignored"),
  /** Requests above the rate limit of their switch. */
  REQUESTS_DROPPED("requests dropped by the rate limit"),
  /** Requests whose packet is too long to send back in one message. */
  REQUESTS_TOO_LONG("requests too long to be sent back"),
  /** Requests of which the switch sent a part of the packet only and keeps no buffer. */
  REQUESTS_CUT("requests with a cut packet, which was dropped"),
  /** Held requests that were dropped, since no application has answered them in time. */
  HELD_EXPIRED("held requests dropped without an answer"),
  /** Requests that an application could not hold, since it holds many. */
  HOLDS_REFUSED("requests that could not be held"),
  /** Answers left out since the switch has forwarded the packet by an entry of somebody else. */
  REQUESTS_COPIED("answers left out, to copies of packets"),
  /** Batches that waited for a new value of a view. */
  STALLED_BATCHES("batches that waited for a view"),
  /** Time that batches waited for views, in microseconds, summed over the workers. */
  STALLED_US("us waited for views"),
  /**
   * LLDP frames and FLOW_REMOVED messages that were dropped because the event thread had no room
   * for them.
   */
  EVENTS_DROPPED("events dropped"),
  /** Messages to switches that were dropped because the switch read too slowly. */
  SENDS_REFUSED("messages refused by congested switches"),
  /** Vendor and experimenter messages, which Maestro does not support. */
  EXPERIMENTER_IGNORED("experimenter messages ignored"),
  /** Messages answered with an ERROR because a switch must not send their type. */
  MESSAGES_REFUSED("messages refused for their type"),
  /** ERROR messages from switches. */
  ERRORS_RECEIVED("errors received"),
  /** ERROR messages for a full flow table. */
  TABLES_FULL("errors for a full flow table"),
  /** Flow entries that were not installed because the switch had refused others. */
  ENTRIES_NOT_INSTALLED("flow entries not installed after a refusal"),
  /**
   * Flow entries that were not installed because a match cannot express what was read of the
   * packet.
   */
  ENTRIES_NOT_SAYABLE("flow entries not installed since no match expresses them"),
  /** Flow entries removed again because a later stage read more of the packet than they match. */
  ENTRIES_TAKEN_BACK("flow entries taken back for what a later stage read"),
  /** FLOW_REMOVED messages. */
  FLOWS_REMOVED("flows removed"),
  /** FLOW_REMOVED messages whose match has an unknown field; no application sees them. */
  FLOWS_REMOVED_UNKNOWN("flows removed with an unknown match"),
  /** Flow entries of applications that were right in a dump, once for each dump. */
  ENTRIES_KEPT("flow entries found right"),
  /** Flow entries of applications that were removed or replaced after a dump. */
  ENTRIES_REMOVED("flow entries removed as wrong"),
  /**
   * Checks of a switch's flow entries that failed: no dump, an incomplete or malformed one, or
   * changes that the switch did not confirm.
   */
  DUMPS_FAILED("checks of flow entries that failed"),
  /** Connections accepted. */
  CONNECTIONS("connections accepted"),
  /** Connections refused because there were too many, in total or from their address. */
  TURNED_AWAY("connections turned away"),
  /** Connections closed during their handshake to make room for others. */
  MADE_ROOM("connections closed to make room"),
  /** Connections refused because a connected switch has the same datapath id. */
  DUPLICATES_REFUSED("connections refused for a datapath id in use"),
  /** Connections that replaced one with the same datapath id. */
  DUPLICATES_REPLACED("switches replaced by a new connection of theirs"),
  /** Connections refused because they may not use the datapath id. */
  IDENTITIES_REFUSED("connections refused for a datapath id that is not theirs"),
  /** Connections refused because their auxiliary id is above 0. */
  AUXILIARY_REFUSED("auxiliary connections refused"),
  /** Connections closed because the TLS handshake failed. */
  TLS_FAILURES("TLS handshakes failed"),
  /** Connections closed for a malformed message. */
  MALFORMED("connections closed for a malformed message"),
  /** Connections closed because the handshake took too long. */
  LATE_HANDSHAKES("connections closed for a late handshake"),
  /** Connections closed because the switch was silent for too long. */
  DEAD_PEERS("connections closed for silence"),
  /** Connections closed because the switch did not read for too long. */
  STALLED_PEERS("connections closed for not reading"),
  /** Connections closed because they held most of the memory for connections when it was short. */
  MEMORY_HOLDERS("connections closed for the memory they held"),
  /** Requests to the control listener that showed a wrong token. */
  CONTROL_TOKENS_REFUSED("wrong tokens refused by the control listener"),
  /** Requests to the control listener that named another host, or came from a page elsewhere. */
  CONTROL_ORIGINS_REFUSED("requests with another Host or Origin refused by the control listener"),
  /** Requests to the control listener that were no HTTP, or ended before they were whole. */
  CONTROL_MALFORMED("malformed requests to the control listener"),
  /** Connections to the control listener whose TLS handshake failed. */
  CONTROL_TLS_FAILURES("TLS handshakes with the control listener failed"),
  /** Connections of the control listener that were closed to make room for others. */
  CONTROL_MADE_ROOM("connections of the control listener closed to make room"),
  /** Failures of the control listener itself. */
  CONTROL_FAULTS("failures of the control listener");

  private final String label;

  Counter(String label) {
    this.label = label;
  }

  /** The description for people. */
  public String label() {
    return label;
  }
}
