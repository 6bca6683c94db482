package maestro.sequence;

import java.nio.ByteBuffer;
import java.util.function.BiConsumer;
import maestro.api.EventStage.PortChange;
import maestro.api.PortInfo;
import maestro.api.SwitchInfo;
import maestro.net.session.Session;
import maestro.net.session.SwitchListener;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;

/** Passes the events of switches to the applications that run now. */
public final class CurrentApplications implements SwitchListener {
  /** Volatile: replaced by a reload. */
  private volatile ApplicationHost host;

  private final BiConsumer<Session, OFFlowRemoved> alsoRemoved;

  /**
   * Begins with these applications.
   *
   * @param alsoRemoved learns of each flow entry that is gone, too, under the switch's claim
   */
  public CurrentApplications(
      ApplicationHost first, BiConsumer<Session, OFFlowRemoved> alsoRemoved) {
    this.host = first;
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
    alsoRemoved.accept(session, message);
    host.flowRemoved(session, message);
  }

  @Override
  public @Nullable String refused(Session session, ByteBuffer b, int at, int length) {
    return host.refused(session, b, at, length);
  }
}
