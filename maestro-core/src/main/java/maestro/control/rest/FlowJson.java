package maestro.control.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import maestro.openflow.entry.EntryText;
import maestro.openflow.entry.FlowModEncoder;
import org.projectfloodlight.openflow.protocol.OFFlowModFlags;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.action.OFActionOutput;
import org.projectfloodlight.openflow.protocol.instruction.OFInstructionApplyActions;
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
    for (Map.Entry<String, String> each : EntryText.match(entry.getMatch()).entrySet()) {
      json.writeStringField(each.getKey(), each.getValue());
    }
    json.writeEndObject();
    json.writeArrayFieldStart("actions");
    for (String each : EntryText.actions(entry)) {
      json.writeString(each);
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
}
