package maestro.control;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongFunction;
import maestro.openflow.FlowModEncoder;
import org.projectfloodlight.openflow.protocol.OFFlowModFlags;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.protocol.action.OFActionGroup;
import org.projectfloodlight.openflow.protocol.action.OFActionOutput;
import org.projectfloodlight.openflow.protocol.action.OFActionPushVlan;
import org.projectfloodlight.openflow.protocol.action.OFActionSetField;
import org.projectfloodlight.openflow.protocol.action.OFActionSetQueue;
import org.projectfloodlight.openflow.protocol.instruction.OFInstruction;
import org.projectfloodlight.openflow.protocol.instruction.OFInstructionApplyActions;
import org.projectfloodlight.openflow.protocol.instruction.OFInstructionGotoTable;
import org.projectfloodlight.openflow.protocol.instruction.OFInstructionMeter;
import org.projectfloodlight.openflow.protocol.instruction.OFInstructionWriteActions;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;

/** Writes flow entries. Stateless. */
final class FlowJson {
  private static final double NS_PER_SECOND = 1e9;

  private FlowJson() {}

  /**
   * Writes an entry.
   *
   * @param ownerOf the application that a cookie belongs to; the controller's own table-miss entry
   *     belongs to {@code maestro}
   */
  static void write(
      JsonGenerator json, OFFlowStatsEntry entry, LongFunction<Optional<String>> ownerOf)
      throws IOException {
    long cookie = entry.getCookie().getValue();
    json.writeStartObject();
    json.writeNumberField("table", entry.getTableId().getValue());
    json.writeNumberField("priority", entry.getPriority());
    json.writeStringField("cookie", "0x%016x".formatted(cookie));
    Optional<String> owner = isTableMiss(entry) ? Optional.of("maestro") : ownerOf.apply(cookie);
    if (owner.isPresent()) {
      json.writeStringField("application", owner.get());
    } else {
      json.writeNullField("application");
    }
    json.writeNumberField("idleTimeout", entry.getIdleTimeout());
    json.writeNumberField("hardTimeout", entry.getHardTimeout());
    double seconds = entry.getDurationSec() + entry.getDurationNsec() / NS_PER_SECOND;
    json.writeNumberField("durationSeconds", SwitchJson.rounded(seconds, 1e3));
    json.writeNumberField("packets", Math.max(0, entry.getPacketCount().getValue()));
    json.writeNumberField("bytes", Math.max(0, entry.getByteCount().getValue()));
    json.writeObjectFieldStart("match");
    Match match = entry.getMatch();
    for (MatchField<?> field : match.getMatchFields()) {
      Object value = match.isPartiallyMasked(field) ? match.getMasked(field) : match.get(field);
      json.writeStringField(field.getName(), String.valueOf(value));
    }
    json.writeEndObject();
    json.writeArrayFieldStart("actions");
    if (entry.getVersion() == OFVersion.OF_10) {
      write(json, "", entry.getActions());
    } else {
      for (OFInstruction each : entry.getInstructions()) {
        write(json, each);
      }
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /**
   * Whether it is the table-miss entry that the controller itself sends, with the actions that it
   * was sent with.
   */
  private static boolean isTableMiss(OFFlowStatsEntry entry) {
    return entry.getVersion() != OFVersion.OF_10
        && entry.getTableId().equals(TableId.ZERO)
        && entry.getPriority() == 0
        && entry.getCookie().getValue() == FlowModEncoder.TABLE_MISS_COOKIE
        && entry.getFlags().contains(OFFlowModFlags.SEND_FLOW_REM)
        && !entry.getMatch().getMatchFields().iterator().hasNext()
        && entry.getInstructions().size() == 1
        && entry.getInstructions().get(0) instanceof OFInstructionApplyActions apply
        && apply.getActions().size() == 1
        && apply.getActions().get(0) instanceof OFActionOutput output
        && output.getPort().equals(OFPort.CONTROLLER);
  }

  private static void write(JsonGenerator json, OFInstruction instruction) throws IOException {
    if (instruction instanceof OFInstructionApplyActions apply) {
      write(json, "", apply.getActions());
    } else if (instruction instanceof OFInstructionWriteActions later) {
      write(json, "write-", later.getActions());
    } else if (instruction instanceof OFInstructionMeter meter) {
      json.writeString("meter:" + meter.getMeterId());
    } else if (instruction instanceof OFInstructionGotoTable jump) {
      json.writeString("goto-table:" + jump.getTableId().getValue());
    } else {
      json.writeString(name(instruction.getType()));
    }
  }

  private static void write(JsonGenerator json, String prefix, List<OFAction> actions)
      throws IOException {
    for (OFAction action : actions) {
      json.writeString(prefix + text(action));
    }
  }

  private static String text(OFAction action) {
    if (action instanceof OFActionOutput output) {
      return "output:" + output.getPort();
    }
    if (action instanceof OFActionSetField set) {
      String field = set.getField().getMatchField().getName();
      return "set-field:" + field + "=" + set.getField().getValue();
    }
    if (action instanceof OFActionGroup group) {
      return "group:" + Integer.toUnsignedString(group.getGroup().getGroupNumber());
    }
    if (action instanceof OFActionSetQueue queue) {
      return "set-queue:" + queue.getQueueId();
    }
    if (action instanceof OFActionPushVlan push) {
      return "push-vlan:" + push.getEthertype();
    }
    String all = action.toString();
    int open = all.indexOf('(');
    return name(action.getType()) + (open < 0 || all.endsWith("()") ? "" : all.substring(open));
  }

  private static String name(Enum<?> type) {
    return type.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
