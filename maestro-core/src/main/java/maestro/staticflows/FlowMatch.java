package maestro.staticflows;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import maestro.api.openflow.OxmField;
import maestro.api.openflow.OxmValue;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.match.Match;

/** The packets that a static flow is for. Immutable. */
final class FlowMatch {
  /** What a static flow may match; what a field presupposes stands before it. */
  static final List<OxmField> FIELDS =
      OxmField.all().stream().filter(OxmField::isSendable).toList();

  private final List<OxmValue> values;

  private FlowMatch(List<OxmValue> values) {
    this.values = values;
  }

  /** Checks the name of a field. */
  static void checkName(String name) throws BadFlowException {
    if (OxmField.named(name).filter(OxmField::isSendable).isEmpty()) {
      String allowed = FIELDS.stream().map(OxmField::text).collect(Collectors.joining(", "));
      throw BadFlowException.found("match", name, allowed);
    }
  }

  /** Reads the value of a field. */
  static OxmValue value(OxmField field, String text) throws BadFlowException {
    return field
        .parse(text)
        .orElseThrow(() -> BadFlowException.found("match: " + field.text(), text, field.allowed()));
  }

  /**
   * Reads a match.
   *
   * @param texts the values by the names of their fields; none for every packet
   */
  static FlowMatch parse(Map<String, String> texts) throws BadFlowException {
    for (String name : texts.keySet()) {
      checkName(name);
    }
    Map<OxmField, OxmValue> values = new LinkedHashMap<>();
    for (OxmField field : FIELDS) {
      String text = texts.get(field.text());
      OxmValue value = text == null ? null : value(field, text);
      if (value != null && !value.isAny()) {
        OxmField needed = field.needed();
        OxmValue before = needed == null ? null : values.get(needed);
        if (needed != null && (before == null || !field.isMetBy(before.low(), before.lowMask()))) {
          throw new BadFlowException(
              "match: %s: found without %s; allowed: with it"
                  .formatted(field.text(), field.needs()));
        }
        values.put(field, value);
      }
    }
    return new FlowMatch(List.copyOf(values.values()));
  }

  /** The values by the names of their fields, as operators read them; equal for equal matches. */
  Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    values.forEach(each -> texts.put(each.field().text(), each.text()));
    return texts;
  }

  /**
   * The match for a version.
   *
   * @throws UnsupportedFlowException when the version cannot express it
   */
  Match openFlow(OFFactory factory) throws UnsupportedFlowException {
    Match.Builder match = factory.buildMatch();
    long ethType =
        values.stream()
            .filter(each -> each.field() == OxmField.ETH_TYPE)
            .mapToLong(OxmValue::low)
            .findAny()
            .orElse(0);
    boolean is10 = factory.getVersion() == OFVersion.OF_10;
    for (OxmValue each : values) {
      if ((is10 && !each.isIn10(ethType)) || !each.addTo(match)) {
        throw new UnsupportedFlowException(
            "match of "
                + each.field().text()
                + (each.isExact() ? "" : " with this mask: " + each.text()));
      }
    }
    return match.build();
  }
}
