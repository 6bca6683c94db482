package maestro.emulator.engine.connection;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import maestro.emulator.report.Answerers;
import maestro.emulator.report.ErrorCounts;
import maestro.emulator.switches.SwitchRoles;

/**
 * The controllers of one emulated switch, when there are several.
 *
 * <ol>
 *   <li>A flow request goes to the master, and to each controller that is equal. When there is
 *       neither, it is lost, as in a switch.
 *   <li>One line at a time is the connection of the switch: while something is read, the line that
 *       it came on; else that of the master, or of the first one that is equal.
 *   <li>A second answer to a request counts when another controller gave the first one. A request
 *       so long ago that its place is used again is not judged.
 *   <li>When another controller answers than the one before, the time between the two answers is
 *       what the switch had to wait for the change.
 * </ol>
 *
 * <p>Confined to one load thread; allocates nothing but when a controller comes or goes.
 */
public final class ControllerLines {
  private static final int KEPT_REQUESTS = 1 << 16;
  private static final int NOBODY = -1;

  private final LoadSwitch sw;
  private final ControllerLine[] all;
  private final SwitchConnection toNobody = SwitchConnection.toNobody();
  private final byte[] answeredBy = new byte[KEPT_REQUESTS];

  /** The line that is read or, outside of a read, serves. */
  private ControllerLine chosen;

  private boolean isAnyDown;

  private int lastBy = NOBODY;
  private long lastAnswerNs;
  private long byTwo;
  private int changes;
  private long longestChangeNs;
  private long refusedWrites;

  /**
   * Connected lines to controllers in their order.
   *
   * @param redial makes those again that end
   */
  public ControllerLines(LoadSwitch sw, List<Dial.Line> connected, Redial redial) {
    this.sw = sw;
    SwitchRoles roles = new SwitchRoles();
    List<ControllerLine> lines = new ArrayList<>();
    for (Dial.Line each : connected) {
      lines.add(new ControllerLine(sw, lines.size(), each, roles, redial));
    }
    this.all = lines.toArray(ControllerLine[]::new);
    choose(all[0]);
    settle();
  }

  /** The thread of this selector reads all connections. */
  public void register(Selector selector) throws IOException {
    for (ControllerLine line : all) {
      line.register(selector);
    }
  }

  /** What came on a line is read next. */
  public void choose(ControllerLine line) { // 2
    chosen = line;
    sw.connection = line.connection;
    sw.emulated = line.emulated;
  }

  /** All that came on the line is read: the connection is that of who serves. */
  public void settle() { // 2
    ControllerLine next = null;
    for (ControllerLine line : all) {
      if (line.isServed() && (next == null || line.emulated.isMaster())) {
        next = line;
      }
    }
    if (next != null) {
      choose(next);
    } else {
      sw.connection = toNobody;
    }
  }

  /** The controller of the chosen line has closed it. */
  public void lost() {
    isAnyDown = true;
    chosen.lost();
    settle();
  }

  /** Whether some line has ended, and was not made again. */
  public boolean isAnyDown() {
    return isAnyDown;
  }

  /** Goes on over connections that were made again. */
  public void resume(Selector selector) throws IOException {
    if (isAnyDown) {
      isAnyDown = false;
      for (ControllerLine line : all) {
        line.resume(selector);
        isAnyDown |= line.isDown();
      }
    }
  }

  void greet() throws IOException {
    for (ControllerLine line : all) {
      line.greet();
    }
  }

  /** Sends an echo request to all. */
  void echo() {
    for (ControllerLine line : all) {
      line.tell(line.emulated.echoRequest());
    }
  }

  /** Whether each controller knows the switch, and one serves it. */
  public boolean areReady() {
    boolean isServed = false;
    for (ControllerLine line : all) {
      if (line.isDown() || !line.emulated.up()) {
        return false;
      }
      isServed |= line.isServed();
    }
    return isServed;
  }

  /** Why controller and switch cannot communicate, of the first that has a reason; or empty. */
  public String refusal() {
    for (ControllerLine line : all) {
      if (!line.emulated.refusal().isEmpty()) {
        return line.emulated.refusal();
      }
    }
    return "";
  }

  /** Refuses what the chosen controller may not send as a slave. Returns whether it did. */
  public boolean refuses(ByteBuffer b, int at, int lengthBytes) {
    boolean isRefused = chosen.emulated.refusesSlave(b, at, lengthBytes, chosen.connection);
    refusedWrites += isRefused ? 1 : 0;
    return isRefused;
  }

  /** Sends a message to all that are served, to each that has room for it. */
  void deliver(byte[] message) {
    for (ControllerLine line : all) {
      if (line.isServed() && line.connection.hasRoomFor(message.length)) {
        line.tell(message);
      }
    }
  }

  /** Sends requests to all that are served. Returns how many are on their way, or lost. */
  int write(PacketInBatch batch, int count) throws IOException { // 1
    int sent = count;
    for (ControllerLine line : all) {
      if (line.connection == sw.connection) {
        sent = line.connection.write(batch, count);
      }
    }
    for (ControllerLine line : all) {
      if (line.isServed() && line.connection != sw.connection && sent > 0) {
        line.connection.write(batch, sent);
      }
    }
    return sent;
  }

  /**
   * An answer has come on the chosen line.
   *
   * @param isFirst whether the request waited for it
   * @param isMeasured whether this is measured time
   */
  public void answered(long sequence, boolean isFirst, long nowNs, boolean isMeasured) {
    int by = chosen.controller();
    int place = (int) sequence & (KEPT_REQUESTS - 1);
    if (isFirst) {
      answeredBy[place] = (byte) by;
      if (by != lastBy && lastBy != NOBODY && isMeasured) { // 4
        changes++;
        longestChangeNs = Math.max(longestChangeNs, nowNs - lastAnswerNs);
      }
      lastBy = by;
      lastAnswerNs = nowNs;
    } else if (isKept(sequence) && answeredBy[place] != by) { // 3
      byTwo++;
    }
  }

  private boolean isKept(long sequence) {
    long head = sw.outstanding.head();
    return sw.measuredFrom >= 0
        && sequence >= sw.measuredFrom
        && sequence < head
        && head - sequence <= KEPT_REQUESTS;
  }

  /** Throws away what a rehearsal has counted. */
  void forget() {
    byTwo = 0;
    changes = 0;
    longestChangeNs = 0;
    refusedWrites = 0;
  }

  /**
   * What was counted in measured time.
   *
   * @param errors about requests of measured time
   */
  public Answerers counted(ErrorCounts errors) {
    return new Answerers(
        byTwo,
        errors.missing(),
        changes,
        changes == 0 ? Double.NaN : longestChangeNs,
        refusedWrites);
  }

  void close(boolean isAtOnce) throws IOException {
    for (ControllerLine line : all) {
      if (isAtOnce) {
        line.connection.closeAtOnce();
      } else {
        line.connection.close();
      }
      Optional<Dial.Line> fresh = line.takeFresh();
      if (fresh.isPresent()) {
        fresh.get().socket().close();
      }
    }
  }
}
