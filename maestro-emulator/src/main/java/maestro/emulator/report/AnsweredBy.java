package maestro.emulator.report;

import java.util.Locale;
import java.util.stream.LongStream;
import maestro.emulator.format.Figures;

/**
 * By which messages requests of measured time were answered rightly. Immutable.
 *
 * @param flowMod by a FLOW_MOD with the buffer of the request
 * @param packetOut by a PACKET_OUT alone
 * @param both by a PACKET_OUT, with a FLOW_MOD without a buffer before it that concerns the hosts
 */
public record AnsweredBy(long flowMod, long packetOut, long both) {
  /** Nothing was answered, or nobody looked. */
  public static final AnsweredBy NONE = new AnsweredBy(0, 0, 0);

  /** Both together. */
  public AnsweredBy plus(AnsweredBy other) {
    return new AnsweredBy(flowMod + other.flowMod, packetOut + other.packetOut, both + other.both);
  }

  /** How all were answered, in a word. */
  String text() {
    if (isMixed()) {
      return "mixed";
    }
    if (flowMod > 0) {
      return "FLOW_MOD";
    }
    return packetOut > 0 ? "PACKET_OUT" : both > 0 ? "both" : Figures.UNKNOWN;
  }

  /** Whether not all were answered the same way. */
  boolean isMixed() {
    return LongStream.of(flowMod, packetOut, both).filter(count -> count > 0).count() > 1;
  }

  /** The counts in one line. */
  String counts() {
    return String.format(
        Locale.ROOT,
        "answered by a FLOW_MOD: %,d, by a PACKET_OUT: %,d, by both: %,d",
        flowMod,
        packetOut,
        both);
  }
}
