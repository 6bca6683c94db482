package maestro.net.session;

import java.nio.ByteBuffer;
import maestro.metrics.Counter;
import maestro.openflow.ErrorNames;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;
import maestro.openflow.RoleMessages;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The role that this controller has at one switch, and its requests for another one.
 *
 * <ol>
 *   <li>A controller that is EQUAL from the start sends nothing.
 *   <li>Otherwise it first reads the role and the generation that the switch has (NOCHANGE). A
 *       switch of 1.0 has no generation and cannot be asked for its role.
 *   <li>MASTER is a claim: the counter that was read, or a newer one that {@link Roles} knows of,
 *       and one more, in the upper 48 bits, and the number of this controller in the lower 16. So
 *       two controllers never claim the same generation, and a switch refuses the older claim.
 *   <li>STANDBY asks to be SLAVE, with the generation that was read.
 *   <li>A claim that comes too late is not made again: the controller stands by. {@link Roles}
 *       learns of it and may order another.
 *   <li>The switch says that another controller is master: by a message, by a reply with the role
 *       SLAVE, or by an ERROR about what a slave has sent. At once the controller stands by, and
 *       asks for nothing more by itself: two that ask again would demote each other for ever.
 *   <li>A switch that refuses to know of roles is served by the controller that is to be master.
 *       One that is to stand by stays silent.
 *   <li>A new order waits for the reply to the last request. An order for the role that it has
 *       already asks the switch all the same: a switch of 1.0 does not tell of another master.
 * </ol>
 *
 * <p>Threads: {@link #want} and {@link #role} are for any, the others for the holder of the claim.
 */
final class SessionRole {
  private static final Logger LOG = LoggerFactory.getLogger(Session.class);

  /** Transaction ids of role requests; the handshake counts from 1, applications from 2^31. */
  private static final int OURS = 0x4000_0000;

  private static final int NUMBER_BITS = 16;
  private static final long NUMBER_MASK = (1L << NUMBER_BITS) - 1;

  /** A switch that calls its own generation old again and again knows nothing of roles. */
  private static final int MOST_STALE = 8;

  private static final String ANOTHER = "another controller is master";

  /** What open requests of applications fail with, when it is not another one. */
  static final String STANDS_BY = "this controller stands by";

  /** What the last request was for. */
  private enum Step {
    NONE,
    READING,
    ASKING
  }

  private final Session session;
  private final SessionHandler handler;

  /** Volatile: what the switch has given. Written by the holder of the claim, with the lock. */
  private volatile Role role = Role.EQUAL;

  // Guarded by this.
  private boolean begun;
  private @Nullable Role wanted;
  private Step step = Step.NONE;
  private Role asked = Role.EQUAL;
  private int xid = OURS;
  private long generation;
  private int staleCount;

  /** Why the role was lost, until the generation is read that {@link Roles} is told with it. */
  private @Nullable String untold;

  private boolean refusalSaid;

  SessionRole(Session session) {
    this.session = session;
    this.handler = session.handler();
  }

  /** What the switch has given. Any thread. */
  Role role() {
    return role;
  }

  /** Asks for the first role. Called once, when the connection was admitted as its switch. */
  void begin() {
    synchronized (this) {
      begun = true;
    }
    Role first = handler.roles().of(session.info());
    synchronized (this) {
      if (wanted == null) { // else it was ordered meanwhile
        want(first);
      }
    }
  }

  /** Asks for a role. Any thread. */
  synchronized void want(Role next) {
    if (!begun) {
      return; // the first role is asked for when the switch is known
    }
    wanted = next;
    boolean isEqual = next == Role.EQUAL && role == Role.EQUAL; // 1
    if (step == Step.NONE && !isEqual) { // 8
      read();
    }
  }

  /** Whether no reply is awaited. */
  synchronized boolean isSettled() {
    return step == Step.NONE;
  }

  // ---- requests; with the lock ----

  private void read() {
    if (version() == OpenFlow.VERSION_10) {
      ask();
    } else { // 2
      step = Step.READING;
      send(RoleMessages.NO_CHANGE, 0);
    }
  }

  private void ask() {
    step = Step.ASKING;
    asked = wanted == null ? role : wanted;
    switch (asked) {
      case MASTER -> send(RoleMessages.MASTER, claim());
      case STANDBY -> send(RoleMessages.SLAVE, generation); // 4
      case EQUAL -> send(RoleMessages.EQUAL, 0);
    }
  }

  /** A claim above what the switch has said, and above what this controller knows of others. */
  private long claim() {
    long known = handler.roles().above(session.info());
    long newest = known - generation > 0 ? known : generation;
    return claimAbove(newest, handler.roles().number());
  }

  /** The generation of a claim by the controller with this number. */
  static long claimAbove(long generation, int number) { // 3
    return ((generation >>> NUMBER_BITS) + 1) << NUMBER_BITS | (number & NUMBER_MASK);
  }

  private void send(int number, long ofGeneration) {
    xid = (xid + 1) | OURS;
    byte[] message = RoleMessages.request(version(), xid, number, ofGeneration);
    session.connection().output().answer(message);
  }

  private int version() {
    return session.info().openFlowVersion();
  }

  // ---- what the switch says ----

  /** Takes a message when it is about roles; returns whether nobody else has to take it. */
  boolean takes(ByteBuffer b, int at, int length) {
    if (Header.type(b, at) == OpenFlow.ERROR) {
      return takesError(b, at, length);
    }
    if (RoleMessages.isReply(b, at, length)) {
      Role given = roleOf(RoleMessages.roleOfReply(b, at));
      long current = RoleMessages.generationOfReply(b, at);
      if (isAnswer(b, at)) {
        replied(given, current);
        return true;
      }
      if (given == Role.STANDBY) { // an application has asked
        lose(current, ANOTHER);
      }
      return false;
    }
    if (RoleMessages.isStatus(b, at, length)) {
      if (roleOf(RoleMessages.roleOfStatus(b, at)) == Role.STANDBY) {
        lose(RoleMessages.generationOfStatus(b, at), ANOTHER);
      }
      return true;
    }
    return false;
  }

  private boolean takesError(ByteBuffer b, int at, int length) {
    if (isAnswer(b, at)) {
      handler.count(Counter.ERRORS_RECEIVED);
      refused(b, at, length);
      return true;
    }
    Role now = role;
    if (now == Role.EQUAL || !RoleMessages.isSlaveError(b, at, length)) {
      return false;
    }
    handler.count(Counter.ERRORS_RECEIVED);
    if (now == Role.MASTER) { // else it is about what was sent before
      lose(RoleMessages.NO_GENERATION, ANOTHER);
    }
    return true;
  }

  private synchronized boolean isAnswer(ByteBuffer b, int at) {
    return step != Step.NONE && Header.xid(b, at) == xid;
  }

  private static Role roleOf(int number) {
    return switch (number) {
      case RoleMessages.MASTER -> Role.MASTER;
      case RoleMessages.SLAVE -> Role.STANDBY;
      default -> Role.EQUAL;
    };
  }

  private void replied(Role given, long current) {
    Role before = role;
    Role settled = null;
    String lost = null;
    long now;
    synchronized (this) {
      note(current);
      now = generation;
      role = given == Role.STANDBY ? given : role; // at once, whatever was ordered since
      Role order = wanted == null ? role : wanted;
      if (step == Step.READING) {
        lost = untold;
        untold = null;
        if (given == order) {
          settled = end(given);
        } else {
          ask();
        }
      } else if (asked != order) { // 8
        read();
      } else if (given == Role.STANDBY && asked != Role.STANDBY) { // 6
        wanted = Role.STANDBY;
        settled = end(Role.STANDBY);
        lost = ANOTHER;
      } else {
        settled = end(asked);
      }
    }
    if (given == Role.STANDBY) {
      session.retire(settled == Role.STANDBY && lost == null ? STANDS_BY : ANOTHER);
    }
    finish(before, settled, lost, now);
  }

  /** The switch refuses what was asked for. */
  private void refused(ByteBuffer b, int at, int length) {
    Role before = role;
    Role settled;
    String lost;
    long now;
    synchronized (this) {
      if (step == Step.ASKING
          && RoleMessages.isStaleError(b, at, length)
          && ++staleCount < MOST_STALE) {
        if (asked == Role.MASTER && wanted == Role.MASTER) { // 5
          wanted = Role.STANDBY;
          untold = "its claim came too late, " + ANOTHER;
        }
        read();
        return;
      }
      settled = end(wanted == null ? role : wanted); // 7
      lost = untold;
      untold = null;
      now = generation;
    }
    sayRefusal(settled, ErrorNames.of(b, at, length));
    finish(before, settled, lost, now);
  }

  /** With the lock. */
  private void note(long current) {
    if (current != RoleMessages.NO_GENERATION) {
      generation = current;
    }
  }

  /** With the lock. */
  private Role end(Role settled) {
    step = Step.NONE;
    staleCount = 0;
    role = settled;
    return settled;
  }

  /** Tells everybody, without the lock. */
  private void finish(Role before, @Nullable Role settled, @Nullable String lost, long now) {
    if (settled != null) {
      session.handshake().roleSettled();
      if (settled != before && lost == null) {
        tell(settled == Role.MASTER && now != 0 ? ", generation " + text(now) : "");
      }
    }
    if (lost != null) {
      tellLoss(lost);
      handler.roles().lost(session, now, lost);
    }
    if (settled != null) {
      handler.roles().confirmed(session, settled, now);
    }
  }

  /** The switch says that this controller is a slave. */
  private void lose(long current, String reason) { // 6
    boolean isLost;
    long now;
    synchronized (this) {
      note(current);
      if (role == Role.STANDBY) {
        return; // it is known
      }
      role = Role.STANDBY;
      now = generation;
      isLost = step != Step.ASKING || asked != Role.MASTER; // else the reply is newer, and decides
      if (isLost) {
        wanted = Role.STANDBY;
      }
      if (step == Step.NONE
          && current == RoleMessages.NO_GENERATION
          && version() != OpenFlow.VERSION_10) {
        isLost = false; // it is told with the generation
        untold = reason;
        read();
      }
    }
    session.retire(reason);
    if (isLost) {
      tellLoss(reason);
      handler.roles().lost(session, now, reason);
    }
  }

  // ---- log lines and events ----

  /** A generation as counter and number. */
  static String text(long generation) {
    return (generation >>> NUMBER_BITS) + "." + (generation & NUMBER_MASK);
  }

  private void tell(String more) {
    String text = session.describe() + ": this controller is " + role.text() + more;
    handler.tellRole(session, false, text);
    String permitted = handler.permitLine(session.connection());
    if (permitted != null) {
      LOG.info("{}{}", text, permitted);
    }
  }

  private void tellLoss(String reason) {
    String text =
        session.describe() + ": " + reason + ", so this controller stands by and writes nothing";
    handler.tellRole(session, true, text);
    String permitted = handler.permitLine(session.connection());
    if (permitted != null) {
      LOG.warn("{}{}", text, permitted);
    }
  }

  private void sayRefusal(Role settled, String error) {
    String more = refusalSaid ? null : handler.permitLine(session.connection());
    refusalSaid = true;
    if (more != null) {
      LOG.warn(
          "{} answers a request for a role with {}: {}{}",
          session.describe(),
          error,
          settled == Role.STANDBY
              ? "this controller stands by and stays silent"
              : "it is served, and nothing keeps another controller from doing the same",
          more);
    }
  }
}
