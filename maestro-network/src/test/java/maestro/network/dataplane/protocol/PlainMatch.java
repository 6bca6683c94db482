package maestro.network.dataplane.protocol;

import java.util.Map;

/**
 * Matches as plain as can be: fields have names, and a match maps them to value and mask. For
 * switches with which the data plane is compared; it shares no code with it.
 */
final class PlainMatch {
  private PlainMatch() {}

  /** A value and the bits of it that count. */
  public record Bits(long value, long mask) {}

  /** Whether a frame matches; fields that it does not have are 0. */
  static boolean matches(Map<String, Bits> match, Map<String, Long> frame) {
    return match.entrySet().stream()
        .allMatch(
            e ->
                (frame.getOrDefault(e.getKey(), 0L) & e.getValue().mask()) == e.getValue().value());
  }

  /** Whether each frame that matches the narrow one matches the wide one. */
  static boolean covers(Map<String, Bits> wide, Map<String, Bits> narrow) {
    return wide.entrySet().stream()
        .allMatch(
            e -> {
              Bits f = narrow.get(e.getKey());
              Bits w = e.getValue();
              return f != null
                  && (f.mask() & w.mask()) == w.mask()
                  && (f.value() & w.mask()) == w.value();
            });
  }

  /** Whether a frame can match both. */
  static boolean overlap(Map<String, Bits> a, Map<String, Bits> b) {
    return a.entrySet().stream()
        .allMatch(
            e -> {
              Bits f = b.get(e.getKey());
              long both = f == null ? 0 : f.mask() & e.getValue().mask();
              return f == null || ((f.value() ^ e.getValue().value()) & both) == 0;
            });
  }
}
