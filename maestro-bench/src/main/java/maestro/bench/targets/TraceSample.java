package maestro.bench.targets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The batching of a controller with one worker at one moment.
 *
 * @param atSeconds in the controller's time, or since measured time began
 * @param ibt in requests
 * @param requests since it started
 * @param batches since it started
 */
public record TraceSample(double atSeconds, double ibt, long requests, long batches) {
  private static final int FIELDS = 5;

  /** Reads the file of {@code maestro.batching.trace}; leaves out an incomplete line. */
  static List<TraceSample> read(Path file) throws IOException {
    String text = Files.readString(file);
    List<TraceSample> samples = new ArrayList<>();
    for (String line : text.substring(0, text.lastIndexOf('\n') + 1).split("\n", -1)) {
      String[] fields = line.split(",", -1);
      if (fields.length == FIELDS && !line.startsWith("ms")) {
        samples.add(
            new TraceSample(
                Long.parseLong(fields[0]) / 1e3,
                Double.parseDouble(fields[2]),
                Long.parseLong(fields[3]),
                Long.parseLong(fields[4])));
      }
    }
    return samples;
  }

  /** Whether it is at or after one time and before another. */
  public boolean isWithin(double fromSeconds, double toSeconds) {
    return atSeconds >= fromSeconds && atSeconds < toSeconds;
  }

  TraceSample earlierBy(double seconds) {
    return new TraceSample(atSeconds - seconds, ibt, requests, batches);
  }
}
