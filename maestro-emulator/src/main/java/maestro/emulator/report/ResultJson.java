package maestro.emulator.report;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import maestro.emulator.format.Json;

/** Results as JSON and back. Stateless. */
public final class ResultJson {
  private ResultJson() {}

  /** The results as an indented array. */
  public static String write(List<RunResult> results) {
    return Json.indented(results);
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IOException when the text is something else
   */
  public static List<RunResult> read(String json) throws IOException {
    List<RunResult> results = new ArrayList<>();
    for (JsonNode each : Json.tree(json)) {
      RunResult result = Json.read(each, RunResult.class);
      refuseUnknownKeys(each, Json.treeOf(result));
      results.add(result);
    }
    return results;
  }

  /** The result that {@link Json#treeOf} made a tree of. */
  static RunResult ofTree(JsonNode tree) {
    try {
      return Json.read(tree, RunResult.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("a tree of another form", e);
    }
  }

  /** Jackson ignores unknown keys beside parts that have no level of their own. */
  private static void refuseUnknownKeys(JsonNode found, JsonNode known) throws IOException {
    Iterator<String> keys = found.fieldNames();
    while (keys.hasNext()) {
      String key = keys.next();
      if (!known.has(key)) {
        throw JsonMappingException.from((JsonParser) null, "unknown key '" + key + "'");
      }
    }
  }
}
