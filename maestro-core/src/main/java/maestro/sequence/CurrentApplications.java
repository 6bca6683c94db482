package maestro.sequence;

import maestro.api.EventStage.PortChange;
import maestro.api.PortInfo;
import maestro.api.SwitchInfo;
import maestro.net.Session;
import maestro.net.SwitchListener;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;

/** Passes what happens to switches on to the applications that run now. */
public final class CurrentApplications implements SwitchListener {
  /** Volatile: replaced when the configuration was read anew. */
  private volatile ApplicationHost host;

  /** Begins with these. */
  public CurrentApplications(ApplicationHost first) {
    host = first;
  }

  /** Those that run now. */
  public ApplicationHost host() {
    return host;
  }

  /** Others take their place. */
  public void host(ApplicationHost next) {
    host = next;
  }

  @Override
  public Object[] featuresKnown(SwitchInfo info) {
    return host.featuresKnown(info);
  }

  @Override
  public boolean joined(Session session) {
    return host.joined(session);
  }

  @Override
  public void left(Session session) {
    host.left(session);
  }

  @Override
  public void portChanged(Session session, PortInfo port, PortChange change) {
    host.portChanged(session, port, change);
  }

  @Override
  public void flowRemoved(Session session, OFFlowRemoved message) {
    host.flowRemoved(session, message);
  }
}
