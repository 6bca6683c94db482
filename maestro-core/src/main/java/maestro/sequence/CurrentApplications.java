package maestro.sequence;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import maestro.api.EventStage.PortChange;
import maestro.api.PortInfo;
import maestro.api.SwitchInfo;
import maestro.metrics.Happening.Severity;
import maestro.metrics.Happenings;
import maestro.net.Session;
import maestro.net.SwitchListener;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;

/** Passes the events of switches to the applications that run now. */
public final class CurrentApplications implements SwitchListener {
  /** Volatile: replaced by a reload. */
  private volatile ApplicationHost host;

  private final Happenings happenings;
  private final BiConsumer<Session, OFFlowRemoved> alsoRemoved;

  /**
   * Begins with these applications.
   *
   * @param happenings where the coming and going of switches is noted
   * @param alsoRemoved learns of each flow entry that is gone, too, under the switch's claim
   */
  public CurrentApplications(
      ApplicationHost first,
      Happenings happenings,
      BiConsumer<Session, OFFlowRemoved> alsoRemoved) {
    this.host = first;
    this.happenings = happenings;
    this.alsoRemoved = alsoRemoved;
  }

  /** The applications that run now. */
  public ApplicationHost host() {
    return host;
  }

  /** Replaces the applications. */
  public void host(ApplicationHost next) {
    host = next;
  }

  @Override
  public Object[] featuresKnown(SwitchInfo info) {
    return host.featuresKnown(info);
  }

  @Override
  public boolean joined(Session session) {
    boolean told = host.joined(session);
    if (told) {
      happenings.add(
          "switch-connected", Severity.INFO, session.describe() + " connected", about(session));
    }
    return told;
  }

  @Override
  public void left(Session session) {
    host.left(session);
    if (session.isReady()) {
      String reason = String.valueOf(session.connection().closeReason());
      Map<String, Object> details = about(session);
      details.put("reason", reason);
      happenings.add(
          "switch-disconnected",
          Severity.WARNING,
          session.describe() + " left: " + reason,
          details);
    }
  }

  private static Map<String, Object> about(Session session) {
    Map<String, Object> details = new HashMap<>();
    details.put("dpid", SwitchInfo.format(session.info().datapathId()));
    details.put("address", session.connection().peer().addressText());
    return details;
  }

  @Override
  public void portChanged(Session session, PortInfo port, PortChange change) {
    host.portChanged(session, port, change);
  }

  @Override
  public void flowRemoved(Session session, OFFlowRemoved message) {
    alsoRemoved.accept(session, message);
    host.flowRemoved(session, message);
  }
}
