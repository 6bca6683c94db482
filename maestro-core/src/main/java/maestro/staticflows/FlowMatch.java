package maestro.staticflows;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.match.Match;

/** The packets that a static flow is for. Immutable. */
final class FlowMatch {
  private final List<FieldValue<?>> values;

  private FlowMatch(List<FieldValue<?>> values) {
    this.values = List.copyOf(values);
  }

  /**
   * Reads a match.
   *
   * @param texts the values by the names of their fields; none for every packet
   */
  static FlowMatch parse(Map<String, String> texts) throws BadFlowException {
    for (String name : texts.keySet()) {
      if (NamedField.named(name) == null) {
        throw BadFlowException.found("match", name, NamedField.names());
      }
    }
    List<FieldValue<?>> values = new ArrayList<>();
    Map<String, String> canonical = new LinkedHashMap<>();
    for (NamedField<?> field : NamedField.all()) {
      String text = texts.get(field.name());
      FieldValue<?> value = text == null ? null : field.parse(text);
      if (value != null) {
        NamedField.Need need = field.need();
        if (need != null && !need.isMetBy(canonical.get(need.field()))) {
          throw new BadFlowException(
              "match: %s: found without %s; allowed: with it".formatted(field.name(), need.text()));
        }
        values.add(value);
        canonical.put(field.name(), value.text());
      }
    }
    return new FlowMatch(values);
  }

  /** The values by the names of their fields, as operators read them; equal for equal matches. */
  Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    values.forEach(each -> texts.put(each.field().name(), each.text()));
    return texts;
  }

  /**
   * The match for a version.
   *
   * @throws UnsupportedFlowException when the version cannot express it
   */
  Match openFlow(OFFactory factory) throws UnsupportedFlowException {
    Match.Builder match = factory.buildMatch();
    for (FieldValue<?> each : values) {
      each.addTo(match);
    }
    return match.build();
  }
}
