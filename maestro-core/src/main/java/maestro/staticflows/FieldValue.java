package maestro.staticflows;

import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.types.OFValueType;

/**
 * A field of a packet with the value that it must have. Immutable.
 *
 * @param value all bits that the mask leaves out are 0
 * @param mask null when all bits count
 * @param text the value as operators read it: the same for equal values
 * @param <F> the value's type
 */
record FieldValue<F extends OFValueType<F>>(
    NamedField<F> field, F value, @Nullable F mask, String text) {
  /**
   * Adds it to a match.
   *
   * @throws UnsupportedFlowException when the version of the match does not have it
   */
  void addTo(Match.Builder match) throws UnsupportedFlowException {
    F masked = mask;
    boolean supported =
        masked == null
            ? match.supports(field.openFlow())
            : match.supports(field.openFlow()) && match.supportsMasked(field.openFlow());
    if (!supported) {
      throw new UnsupportedFlowException(
          "match of " + field.name() + (masked == null ? "" : " with this mask: " + text));
    }
    try {
      if (masked == null) {
        match.setExact(field.openFlow(), value);
      } else {
        match.setMasked(field.openFlow(), value, masked);
      }
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      throw new UnsupportedFlowException("match of " + field.name() + " as " + text);
    }
  }
}
