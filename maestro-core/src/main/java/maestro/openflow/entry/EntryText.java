package maestro.openflow.entry;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import maestro.api.openflow.Form10;
import maestro.api.openflow.OxmField;
import maestro.api.openflow.OxmValue;
import maestro.openflow.ActionName;
import maestro.openflow.OpenFlow;
import maestro.openflow.Oxm;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.Writeable;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.protocol.instruction.OFInstruction;
import org.projectfloodlight.openflow.protocol.instruction.OFInstructionApplyActions;
import org.projectfloodlight.openflow.protocol.instruction.OFInstructionGotoTable;
import org.projectfloodlight.openflow.protocol.instruction.OFInstructionMeter;
import org.projectfloodlight.openflow.protocol.instruction.OFInstructionWriteActions;
import org.projectfloodlight.openflow.protocol.instruction.OFInstructionWriteMetadata;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.OFPort;

/**
 * Matches and actions as operators read them, in the words of {@link OxmField} and {@link
 * ActionName}. Static flows read what this writes, apart from what they do not have: queues of 1.0,
 * metadata to write, extensions. Stateless; not for the path of requests.
 */
public final class EntryText {
  private static final int ARGUMENT_AT = 4;
  private static final int QUEUE_10_AT = 12;
  private static final int OXM_AT = 4;
  private static final int BASIC_CLASS = 0x8000;
  private static final int DSCP_SHIFT = 2;

  private EntryText() {}

  /** The values by the names of their fields. */
  public static Map<String, String> match(Match match) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (MatchField<?> field : match.getMatchFields()) {
      Optional<OxmField> known = OxmField.of(field);
      if (known.isPresent()) {
        texts.put(known.get().text(), known.get().in(match).text());
      } else {
        Object value = match.isPartiallyMasked(field) ? match.getMasked(field) : match.get(field);
        texts.put(field.getName(), String.valueOf(value));
      }
    }
    return texts;
  }

  /** What an entry does. */
  public static List<String> actions(OFFlowStatsEntry entry) {
    return entry.getVersion() == OFVersion.OF_10
        ? actions(entry.getActions())
        : instructions(entry.getInstructions());
  }

  /** What instructions do; nothing drops. */
  public static List<String> instructions(List<OFInstruction> instructions) {
    List<String> texts = new ArrayList<>();
    for (OFInstruction each : instructions) {
      if (each instanceof OFInstructionApplyActions apply) {
        texts.addAll(actions(apply.getActions()));
      } else if (each instanceof OFInstructionWriteActions write) {
        actions(write.getActions()).forEach(text -> texts.add("write-" + text));
      } else if (each instanceof OFInstructionMeter meter) {
        texts.add("meter:" + meter.getMeterId());
      } else if (each instanceof OFInstructionGotoTable next) {
        texts.add("goto-table:" + next.getTableId().getValue());
      } else if (each instanceof OFInstructionWriteMetadata write) {
        texts.add("write-metadata:" + write.getMetadata() + "/" + write.getMetadataMask());
      } else {
        texts.add(name(each.getType()));
      }
    }
    return texts;
  }

  /** What actions do; nothing drops. */
  public static List<String> actions(List<OFAction> actions) {
    return actions.stream().map(EntryText::action).toList();
  }

  private static String action(OFAction action) {
    ByteBuf buffer = Unpooled.buffer();
    ((Writeable) action).writeTo(buffer);
    ByteBuffer b = buffer.nioBuffer();
    boolean is10 = action.getVersion() == OFVersion.OF_10;
    int type = b.getShort(0) & 0xffff;
    ActionName name = ActionName.of(is10 ? OpenFlow.VERSION_10 : OpenFlow.VERSION_13, type);
    if (name == null && is10 && set10(b, type) != null) {
      name = ActionName.SET_FIELD;
    }
    String argument = name == null ? null : argument(name, b, is10);
    if (name != null && argument != null) {
      return name.text() + (argument.isEmpty() ? "" : ":" + argument);
    }
    String all = action.toString();
    int open = all.indexOf('(');
    return name(action.getType()) + (open < 0 || all.endsWith("()") ? "" : all.substring(open));
  }

  /** What stands behind the colon; null when it is not known. */
  private static @Nullable String argument(ActionName name, ByteBuffer b, boolean is10) {
    return switch (name.argument()) {
      case NOTHING -> "";
      case PORT -> port(b, is10);
      case PORT_AND_QUEUE -> port(b, is10) + ":" + Integer.toUnsignedString(b.getInt(QUEUE_10_AT));
      case NUMBER -> Integer.toUnsignedString(b.getInt(ARGUMENT_AT));
      case ETH_TYPE -> "0x" + Integer.toHexString(b.getShort(ARGUMENT_AT) & 0xffff);
      case TTL -> Integer.toString(b.get(ARGUMENT_AT) & 0xff);
      case FIELD -> {
        OxmValue set = is10 ? set10(b, b.getShort(0)) : set13(b);
        yield set == null ? null : set.field().text() + "=" + set.text();
      }
    };
  }

  private static String port(ByteBuffer b, boolean is10) {
    int port = is10 ? OpenFlow.port10To13(b.getShort(ARGUMENT_AT)) : b.getInt(ARGUMENT_AT);
    return OFPort.of(port).toString();
  }

  private static @Nullable OxmValue set13(ByteBuffer b) {
    int header = b.getInt(OXM_AT);
    Optional<OxmField> field =
        header >>> Short.SIZE == BASIC_CLASS ? OxmField.of(header >>> 9 & 0x7f) : Optional.empty();
    return field.map(each -> value(each, b, Oxm.payload(OXM_AT), each.bytes())).orElse(null);
  }

  private static @Nullable OxmValue set10(ByteBuffer b, int type) {
    for (OxmField each : OxmField.all()) {
      Form10 form = each.form10();
      if (form != null && form.setAction() == type) {
        OxmValue value = value(each, b, ARGUMENT_AT, form.bytes());
        return switch (each) {
          case VLAN_VID -> each.value(value.low() | OxmField.VLAN_PRESENT);
          case IP_DSCP -> each.value((b.get(ARGUMENT_AT) & 0xff) >>> DSCP_SHIFT);
          default -> value;
        };
      }
    }
    return null;
  }

  private static OxmValue value(OxmField field, ByteBuffer b, int at, int bytes) {
    long high = 0;
    long low = 0;
    for (int i = 0; i < bytes; i++) {
      high = high << Byte.SIZE | low >>> (Long.SIZE - Byte.SIZE);
      low = low << Byte.SIZE | (b.get(at + i) & 0xff);
    }
    return new OxmValue(field, high, low, -1, -1);
  }

  private static String name(Enum<?> type) {
    return type.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
