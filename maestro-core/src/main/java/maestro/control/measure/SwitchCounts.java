package maestro.control.measure;

import maestro.metrics.DelayCounts;
import maestro.net.connection.Connection;
import maestro.net.session.Session;

/**
 * What is counted for a connection of a switch, or the sum or difference of several. None of it
 * ever falls while the connection lasts.
 *
 * @param requests flow requests that were served
 * @param lldpFrames LLDP and BDDP frames that became events
 * @param flowMods FLOW_MODs that were sent
 * @param errors ERROR messages besides answers to requests
 * @param tablesFull those that say that a flow table is full
 * @param waits how long the flow requests have waited
 */
@SuppressWarnings("ReferenceEquality")
public // nothing is one object, and the usual case
record SwitchCounts(
    long requests,
    long lldpFrames,
    long flowMods,
    long errors,
    long tablesFull,
    DelayCounts waits) {
  /** Nothing. */
  public static final SwitchCounts NONE = new SwitchCounts(0, 0, 0, 0, 0, DelayCounts.NONE);

  /** What is counted by now. */
  public static SwitchCounts of(Connection each) {
    return new SwitchCounts(
        each.served().flowRequests(),
        each.served().lldpFrames(),
        each.flowTable().flowMods(),
        Session.of(each).errors().count(),
        Session.of(each).errors().fullCount(),
        each.waiting().counts());
  }

  /** These and others. */
  public SwitchCounts plus(SwitchCounts other) {
    if (this == NONE) {
      return other;
    }
    return new SwitchCounts(
        requests + other.requests,
        lldpFrames + other.lldpFrames,
        flowMods + other.flowMods,
        errors + other.errors,
        tablesFull + other.tablesFull,
        waits.plus(other.waits));
  }

  /** What was counted since an earlier moment of the same connection. */
  public SwitchCounts minus(SwitchCounts before) {
    if (before == NONE) {
      return this;
    }
    return new SwitchCounts(
        requests - before.requests,
        lldpFrames - before.lldpFrames,
        flowMods - before.flowMods,
        errors - before.errors,
        tablesFull - before.tablesFull,
        waits.minus(before.waits));
  }
}
