package maestro.staticflows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import maestro.api.openflow.Numbers;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.protocol.instruction.OFInstruction;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;

/**
 * What a static flow does with a packet. Immutable.
 *
 * @param now actions that are done at once, in their order
 * @param atTheEnd actions of the action set of OpenFlow 1.3, done behind the last table
 * @param clearsSet whether the action set is emptied first
 * @param meter the meter that the packet goes through first
 * @param nextTable the table that the packet goes to
 */
record StaticActions(
    List<FlowAction> now,
    List<FlowAction> atTheEnd,
    boolean clearsSet,
    OptionalLong meter,
    OptionalLong nextTable) {
  /** The allowed actions, for a message. */
  static final String ALLOWED =
      FlowAction.ALLOWED + ", meter:N, goto-table:N, clear-actions, and write- before an action";

  static final int MOST = 64;
  private static final int MOST_TABLE = 254;
  private static final String WRITE = "write-";

  StaticActions {
    now = List.copyOf(now);
    atTheEnd = List.copyOf(atTheEnd);
  }

  /** Reads a list of actions; an empty one drops. */
  static StaticActions parse(List<String> texts) throws BadFlowException {
    List<FlowAction> now = new ArrayList<>();
    List<FlowAction> atTheEnd = new ArrayList<>();
    boolean clearsSet = false;
    OptionalLong meter = OptionalLong.empty();
    OptionalLong nextTable = OptionalLong.empty();
    for (int i = 0; i < texts.size(); i++) {
      String where = "actions[" + i + "]";
      String text = texts.get(i);
      String name = text.toLowerCase(Locale.ROOT).replace('_', '-');
      if (name.equals("clear-actions")) {
        clearsSet = true;
      } else if (name.startsWith("meter:")) {
        meter = once(where, text, meter, 1, 0xffff_0000L, "meter: and 1 to 0xffff0000, once");
      } else if (name.startsWith("goto-table:")) {
        nextTable =
            once(where, text, nextTable, 1, MOST_TABLE, "goto-table: and a later table, once");
      } else if (name.startsWith(WRITE)) {
        atTheEnd.add(FlowAction.parse(where, text.substring(WRITE.length())));
      } else {
        now.add(FlowAction.parse(where, text));
      }
    }
    return new StaticActions(now, atTheEnd, clearsSet, meter, nextTable);
  }

  private static OptionalLong once(
      String where, String text, OptionalLong before, long least, long most, String allowed)
      throws BadFlowException {
    OptionalLong number = Numbers.parse(text.substring(text.indexOf(':') + 1), 32);
    if (before.isPresent()
        || number.isEmpty()
        || number.getAsLong() < least
        || number.getAsLong() > most) {
      throw BadFlowException.found(where, text, allowed);
    }
    return number;
  }

  /** The actions as operators read them. */
  List<String> texts() {
    List<String> texts = new ArrayList<>();
    meter.ifPresent(number -> texts.add("meter:" + number));
    now.forEach(each -> texts.add(each.text()));
    if (clearsSet) {
      texts.add("clear-actions");
    }
    atTheEnd.forEach(each -> texts.add(WRITE + each.text()));
    nextTable.ifPresent(table -> texts.add("goto-table:" + table));
    return texts;
  }

  /**
   * The ports that packets are sent out of, as OpenFlow 1.3 numbers; empty when they do not follow
   * from the actions alone.
   */
  Optional<int[]> outputs() {
    if (!atTheEnd.isEmpty()) {
      return Optional.empty();
    }
    int[] ports = new int[now.size()];
    int count = 0;
    for (FlowAction each : now) {
      OFPort port = each.port();
      if (port != null) {
        ports[count++] = port.getPortNumber();
      }
    }
    return Optional.of(Arrays.copyOf(ports, count));
  }

  /** Whether packets go anywhere else than to the controller, or may do so. */
  boolean sendElsewhere() {
    return nextTable.isPresent()
        || Stream.concat(now.stream(), atTheEnd.stream()).anyMatch(StaticActions::sendsElsewhere);
  }

  private static boolean sendsElsewhere(FlowAction action) {
    OFPort port = action.port();
    return port == null ? action.text().startsWith("group:") : !port.equals(OFPort.CONTROLLER);
  }

  /** The actions for OpenFlow 1.0. */
  List<OFAction> actions10(OFFactory factory) throws UnsupportedFlowException {
    if (clearsSet || !atTheEnd.isEmpty()) {
      throw new UnsupportedFlowException("action sets (write-, clear-actions)");
    }
    if (meter.isPresent()) {
      throw new UnsupportedFlowException("meters");
    }
    if (nextTable.isPresent()) {
      throw new UnsupportedFlowException("goto-table");
    }
    return made(factory, now);
  }

  /** The instructions for OpenFlow 1.3. */
  List<OFInstruction> instructions(OFFactory factory) throws UnsupportedFlowException {
    List<OFInstruction> all = new ArrayList<>();
    if (meter.isPresent()) {
      all.add(factory.instructions().meter(meter.getAsLong()));
    }
    if (!now.isEmpty()) {
      all.add(factory.instructions().applyActions(made(factory, now)));
    }
    if (clearsSet) {
      all.add(factory.instructions().clearActions());
    }
    if (!atTheEnd.isEmpty()) {
      all.add(factory.instructions().writeActions(made(factory, atTheEnd)));
    }
    if (nextTable.isPresent()) {
      all.add(factory.instructions().gotoTable(TableId.of((int) nextTable.getAsLong())));
    }
    return all;
  }

  private static List<OFAction> made(OFFactory factory, List<FlowAction> actions)
      throws UnsupportedFlowException {
    List<OFAction> made = new ArrayList<>();
    for (FlowAction each : actions) {
      made.add(each.maker().make(factory));
    }
    return made;
  }
}
