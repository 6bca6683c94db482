package maestro.emulator.report;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;

/**
 * What each switch got over measured time. In JSON this is the key {@code windows}: {@code
 * {"milliseconds": 100, "answeredRequests": [[70, 71, …], …]}}, with one row a switch, in the order
 * of the key {@code switches}. Immutable.
 *
 * @param milliseconds length of a window
 * @param answeredRequests a row a switch; empty when nothing is known of it
 */
public record SwitchWindows(int milliseconds, List<Row> answeredRequests) {
  /** Nothing is known. */
  static final SwitchWindows NONE = new SwitchWindows(100, List.of());

  /** Keeps a copy of the list. */
  public SwitchWindows {
    answeredRequests = List.copyOf(answeredRequests);
  }

  /** Right answers of one switch, by window. Equal when all counts are. */
  public static final class Row {
    private final int[] counts;

    /** Keeps a copy. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Row(int[] counts) {
      this.counts = counts.clone();
    }

    /** A copy of the counts. */
    @JsonValue
    public int[] counts() {
      return counts.clone();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Row row && Arrays.equals(counts, row.counts);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(counts);
    }

    @Override
    public String toString() {
      return Arrays.toString(counts);
    }
  }
}
