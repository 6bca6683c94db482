package maestro.bench.targets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The batching of a controller at one moment.
 *
 * @param atSeconds in the controller's time, or since measured time began
 * @param ibt in requests, mean of all workers
 * @param requests of all workers since they started
 * @param batches of all workers since they started
 */
public record TraceSample(double atSeconds, double ibt, long requests, long batches) {
  private static final int FIELDS = 5;

  /**
   * Reads the file of {@code maestro.batching.trace}, which has a line for each worker at each
   * moment; leaves out an incomplete moment at its end.
   */
  static List<TraceSample> read(Path file) throws IOException {
    String text = Files.readString(file);
    Map<Long, List<long[]>> moments = new LinkedHashMap<>();
    for (String line : text.substring(0, text.lastIndexOf('\n') + 1).split("\n", -1)) {
      String[] fields = line.split(",", -1);
      if (fields.length == FIELDS && !line.startsWith("ms")) {
        long[] numbers = Arrays.stream(fields).mapToLong(Long::parseLong).toArray();
        moments.computeIfAbsent(numbers[0], ms -> new ArrayList<>()).add(numbers);
      }
    }
    int workers = moments.values().stream().mapToInt(List::size).max().orElse(0);
    return moments.entrySet().stream()
        .filter(moment -> moment.getValue().size() == workers)
        .map(moment -> of(moment.getKey(), moment.getValue()))
        .toList();
  }

  private static TraceSample of(long ms, List<long[]> workers) {
    return new TraceSample(
        ms / 1e3,
        workers.stream().mapToLong(fields -> fields[2]).average().orElseThrow(),
        workers.stream().mapToLong(fields -> fields[3]).sum(),
        workers.stream().mapToLong(fields -> fields[4]).sum());
  }

  /** Whether it is at or after one time and before another. */
  public boolean isWithin(double fromSeconds, double toSeconds) {
    return atSeconds >= fromSeconds && atSeconds < toSeconds;
  }

  TraceSample earlierBy(double seconds) {
    return new TraceSample(atSeconds - seconds, ibt, requests, batches);
  }
}
