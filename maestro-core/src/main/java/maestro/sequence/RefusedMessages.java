package maestro.sequence;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.Consumer;
import maestro.api.RefusedMessage;
import maestro.entries.EntryOwners;
import maestro.entries.OwnCookies;
import maestro.net.session.Session;
import maestro.openflow.ErrorNames;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;
import maestro.openflow.entry.FlowModFlyweight;
import maestro.sequence.application.RunningApplication;
import maestro.sequence.event.EventThread;
import org.jspecify.annotations.Nullable;

/**
 * Finds whose message a switch has refused, and tells that application when it wants to know.
 *
 * <p>Threads: the holder of the switch's claim.
 */
final class RefusedMessages {
  private static final int TYPE = 8;
  private static final int CODE = 10;
  private static final int MESSAGE = 12;

  private final EntryOwners owners;
  private final Map<String, RunningApplication> running;
  private final Declarations declarations;
  private final EventThread events;

  RefusedMessages(
      EntryOwners owners,
      Map<String, RunningApplication> running,
      Declarations declarations,
      EventThread events) {
    this.owners = owners;
    this.running = running;
    this.declarations = declarations;
    this.events = events;
  }

  /**
   * Takes an ERROR of at least 12 bytes.
   *
   * @return the sender's name; null when nothing tells it
   */
  @Nullable String take(Session session, ByteBuffer b, int at, int length) {
    int bytes = length - MESSAGE;
    if (bytes < OpenFlow.HEADER_BYTES) {
      return null;
    }
    String sender = owners.senderOf(b, at + MESSAGE, bytes);
    if (sender != null) {
      RunningApplication application = running.get(sender);
      Consumer<RefusedMessage> handler = declarations.refusals(sender);
      if (application != null && handler != null && events.mayTellRefused(session)) {
        RefusedMessage refusal = refusal(session, b, at, length);
        events.refused(session, application, () -> handler.accept(refusal));
      }
    }
    return sender;
  }

  private static RefusedMessage refusal(Session session, ByteBuffer b, int at, int length) {
    int message = at + MESSAGE;
    return new RefusedMessage(
        session.info(),
        OpenFlow.typeName(Header.version(b, message), Header.type(b, message)),
        FlowModFlyweight.hasCookie(b, message, length - MESSAGE)
            ? FlowModFlyweight.cookie(b, message)
            : 0,
        Header.xid(b, message) & OwnCookies.XID_OWN,
        b.getShort(at + TYPE) & 0xffff,
        b.getShort(at + CODE) & 0xffff,
        ErrorNames.of(b, at, length));
  }
}
