package maestro.emulator.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import maestro.emulator.fairness.Fairness;
import maestro.emulator.format.Json;

/**
 * What the page's script draws, small enough to stand in it: one entry a controller, with the keys
 * of a result, which differ in this:
 *
 * <ol>
 *   <li>With several rounds the numbers are the medians, and the lists are those of the typical
 *       round.
 *   <li>{@code doubtful} says whether tables mark the controller.
 *   <li>Fractions have six digits that count. None that is less than 1 becomes 1.
 *   <li>{@code switches} has one list a key instead of one object a switch.
 *   <li>In {@code windows}, counts are packed: differences from one window to the next, zigzag (0,
 *       −1, 1, −2 … become 0, 1, 2, 3 …), in base64. A byte has seven bits, the lowest first; its
 *       highest bit is set when more follow. Windows are merged, the same way for all controllers,
 *       until they fit.
 * </ol>
 *
 * <p>Stateless.
 */
final class PageData {
  /** For the windows of all switches of all controllers, in characters. */
  static final int MOST_WINDOW_CHARACTERS = 2_500_000;

  private static final int[] MERGED = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000};
  private static final MathContext SIX_DIGITS = new MathContext(6, RoundingMode.HALF_EVEN);
  private static final MathContext SIX_DIGITS_BELOW = new MathContext(6, RoundingMode.DOWN);
  private static final int MORE = 0x80;

  private PageData() {}

  /** The data as JSON on one line. */
  static String of(List<RunResult> results) {
    List<Rounds> controllers = Rounds.of(results);
    int merged = merged(controllers);
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    controllers.forEach(rounds -> all.add(controller(rounds, merged)));
    return Json.compact(all);
  }

  private static ObjectNode controller(Rounds rounds, int merged) {
    RunResult shown = rounds.count() > 1 ? rounds.median() : rounds.runs().get(0); // 1
    ObjectNode node = (ObjectNode) rounded(Json.treeOf(shown));
    node.put("doubtful", shown.isMarked()); // 2
    node.set("switches", columns(node.get("switches"))); // 4
    ObjectNode windows = JsonNodeFactory.instance.objectNode();
    windows.put("milliseconds", shown.windows().milliseconds() * merged);
    ArrayNode rows = windows.putArray("packed");
    shown.windows().answeredRequests().forEach(row -> rows.add(packed(row.counts(), merged)));
    node.set("windows", windows);
    return node;
  }

  /** The same tree with short fractions. */
  private static JsonNode rounded(JsonNode node) { // 3
    if (node instanceof DoubleNode number) {
      return JsonNodeFactory.instance.numberNode(shortened(number.doubleValue()));
    }
    if (node instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> each : object.properties()) {
        each.setValue(rounded(each.getValue()));
      }
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, rounded(array.get(i)));
      }
    }
    return node;
  }

  /** The fraction with six digits that count. */
  static BigDecimal shortened(double fraction) {
    BigDecimal exact = BigDecimal.valueOf(fraction);
    BigDecimal few = exact.round(SIX_DIGITS);
    boolean isRaisedToOne = few.compareTo(BigDecimal.ONE) == 0 && Fairness.isLessThanOne(fraction);
    return (isRaisedToOne ? exact.round(SIX_DIGITS_BELOW) : few).stripTrailingZeros();
  }

  private static ObjectNode columns(JsonNode rows) {
    ObjectNode columns = JsonNodeFactory.instance.objectNode();
    if (rows.isEmpty()) {
      return columns;
    }
    Iterator<String> keys = rows.get(0).fieldNames();
    while (keys.hasNext()) {
      String key = keys.next();
      ArrayNode column = columns.putArray(key);
      rows.forEach(row -> column.add(row.get(key)));
    }
    return columns;
  }

  /** How many windows have to become one so that all fit. */
  private static int merged(List<Rounds> controllers) {
    for (int merged : MERGED) {
      long characters = 0;
      for (Rounds rounds : controllers) {
        for (SwitchWindows.Row row : rounds.typical().windows().answeredRequests()) {
          characters += packed(row.counts(), merged).length() + 3L;
        }
      }
      if (characters <= MOST_WINDOW_CHARACTERS) {
        return merged;
      }
    }
    return MERGED[MERGED.length - 1];
  }

  /**
   * Counts of {@code merged} windows together, packed; what is left over at the end is left out.
   */
  static String packed(int[] counts, int merged) { // 5
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(2 * counts.length / merged);
    long before = 0;
    for (int from = 0; from + merged <= counts.length; from += merged) {
      long sum = 0;
      for (int i = from; i < from + merged; i++) {
        sum += counts[i];
      }
      long zigzag = (sum - before) << 1 ^ (sum - before) >> 63;
      before = sum;
      while (zigzag >= MORE) {
        bytes.write((int) (zigzag & MORE - 1) | MORE);
        zigzag >>>= 7;
      }
      bytes.write((int) zigzag);
    }
    return Base64.getEncoder().withoutPadding().encodeToString(bytes.toByteArray());
  }
}
