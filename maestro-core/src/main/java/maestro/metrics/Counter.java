package maestro.metrics;

/** What the controller counts, each with the label it is shown by. */
public enum Counter {
  /** PACKET_INs that the application sequence was run over. */
  REQUESTS("flow requests served"),
  /** Runs of the application sequence. */
  BATCHES("batches"),
  /** Visits to a switch, each at most a few reads. */
  VISITS("visits"),
  /** Requests whose batch was lost to an application's exception. */
  REQUESTS_LOST("requests lost to a failing application"),
  /** PACKET_INs before the switch's features were known, or too short to hold an Ethernet frame. */
  REQUESTS_IGNORED("requests ignored"),
  /** Requests above the rate limit of their switch. */
  REQUESTS_DROPPED("requests dropped by the rate limit"),
  /** Requests whose packet is too long to be sent back in one message. */
  REQUESTS_TOO_LONG("requests too long to be sent back"),
  /** Batches that waited until a view was made. */
  STALLED_BATCHES("batches that waited for a view"),
  /** Time that batches waited for views, in microseconds, summed over the workers. */
  STALLED_US("us waited for views"),
  /** LLDP frames and flow removals of switches that made more than were handled. */
  EVENTS_DROPPED("events dropped"),
  /** Messages to other switches that were refused since those read too slowly. */
  SENDS_REFUSED("messages refused by congested switches"),
  /** Vendor and experimenter messages; nothing understands them yet. */
  EXPERIMENTER_IGNORED("experimenter messages ignored"),
  /** Messages that were answered with an ERROR since no switch should send their type. */
  MESSAGES_REFUSED("messages refused for their type"),
  /** ERROR messages from switches. */
  ERRORS_RECEIVED("errors received"),
  /** ERROR messages that say that a flow table is full. */
  TABLES_FULL("errors for a full flow table"),
  /** Flow entries that were not installed for a while, since the table was full. */
  ENTRIES_NOT_INSTALLED("flow entries not installed for a full table"),
  /** Flow entries that were not installed, since no match says what was read of the packet. */
  ENTRIES_NOT_SAYABLE("flow entries not installed since no match says them"),
  /** Flow entries taken back, since a later stage read more of the packet than they match. */
  ENTRIES_TAKEN_BACK("flow entries taken back for what a later stage read"),
  /** FLOW_REMOVED messages. */
  FLOWS_REMOVED("flows removed"),
  /**
   * FLOW_REMOVED messages whose match has a field that is not known here; no application sees them.
   */
  FLOWS_REMOVED_UNKNOWN("flows removed with an unknown match"),
  /** Entries of applications that a switch has shown and that stay, once for each time it did. */
  ENTRIES_KEPT("flow entries found right"),
  /** Entries of applications that a switch has shown and that were removed or replaced. */
  ENTRIES_REMOVED("flow entries removed as wrong"),
  /** Times that a switch did not show its entries, or not all, or lied about them. */
  DUMPS_FAILED("looks at flow entries that failed"),
  /** Connections accepted. */
  CONNECTIONS("connections accepted"),
  /** Connections turned away since there were too many, in all or of their address. */
  TURNED_AWAY("connections turned away"),
  /** Connections that made room for others since their handshakes were not over. */
  MADE_ROOM("connections closed to make room"),
  /** Connections refused since the datapath id is that of a switch that is connected. */
  DUPLICATES_REFUSED("connections refused for a datapath id in use"),
  /** Connections that took the place of one with the same datapath id. */
  DUPLICATES_REPLACED("switches replaced by a new connection of theirs"),
  /** Connections refused since they may not have the datapath id. */
  IDENTITIES_REFUSED("connections refused for a datapath id that is not theirs"),
  /** Connections refused since the switch calls them auxiliary. */
  AUXILIARY_REFUSED("auxiliary connections refused"),
  /** Connections closed since the TLS handshake failed. */
  TLS_FAILURES("TLS handshakes failed"),
  /** Connections closed for a broken message. */
  MALFORMED("connections closed for a malformed message"),
  /** Connections closed since the handshake was not over in time. */
  LATE_HANDSHAKES("connections closed for a late handshake"),
  /** Connections closed since the switch was silent for too long. */
  DEAD_PEERS("connections closed for silence"),
  /** Connections closed since the switch did not read for too long. */
  STALLED_PEERS("connections closed for not reading");

  private final String label;

  Counter(String label) {
    this.label = label;
  }

  /** What is counted, in words. */
  public String label() {
    return label;
  }
}
