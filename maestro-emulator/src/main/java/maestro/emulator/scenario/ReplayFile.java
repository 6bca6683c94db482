package maestro.emulator.scenario;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The times of a replay: a text with one request a line, or a pcap file in which each packet is a
 * request.
 *
 * <pre>
 * # seconds, switch from 1
 * 0.000125,17
 * 0.0021,3
 * </pre>
 *
 * <p>Stateless. Reads the whole file; the times of each switch are sorted.
 */
public final class ReplayFile {
  /** What a file may hold at most: agents get their parts in one message. */
  static final int MOST_REQUESTS = 3_000_000;

  private static final Pattern LINE =
      Pattern.compile("([0-9]{1,6}(?:\\.[0-9]{1,9})?)\\s*,\\s*([0-9]{1,6})");
  private static final double NS_PER_SECOND = 1e9;

  private ReplayFile() {}

  /**
   * Reads the times.
   *
   * @param switchCount switches of the scenario
   * @return of each switch its times in nanoseconds, ascending; empty for one that does not send
   * @throws ScenarioException with file and line, or byte, when the file is something else
   */
  public static long[][] read(Path file, int switchCount) throws ScenarioException {
    ScenarioException.throwUnlessReadable(file);
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file);
    } catch (IOException | OutOfMemoryError e) {
      throw new ScenarioException(file + ": cannot be read");
    }
    Times times = new Times(switchCount);
    if (PcapTimes.isPcap(bytes)) {
      new PcapTimes(file, ByteBuffer.wrap(bytes), times).read();
    } else {
      readText(file, bytes, times);
    }
    if (times.count == 0) {
      throw new ScenarioException(file + ": found no request; allowed: 1 to " + MOST_REQUESTS);
    }
    return times.sorted();
  }

  private static void readText(Path file, byte[] bytes, Times times) throws ScenarioException {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new ScenarioException(file + ": is neither a pcap file nor text in UTF-8");
    }
    int number = 0;
    for (String line : (Iterable<String>) text.lines()::iterator) {
      number++;
      String content = line.strip();
      if (content.isEmpty() || content.startsWith("#")) {
        continue;
      }
      Matcher matcher = LINE.matcher(content);
      int sw = matcher.matches() ? Integer.parseInt(matcher.group(2)) : 0;
      if (sw < 1 || sw > times.switchCount()) {
        throw new ScenarioException(
            String.format(
                "%s:%d: found '%s'; allowed: seconds and a switch from 1 to %d, such as 0.00125,17",
                file, number, content, times.switchCount()));
      }
      long atNs = Math.round(Double.parseDouble(matcher.group(1)) * NS_PER_SECOND);
      if (!times.add(sw - 1, atNs)) {
        throw tooMany(file + ":" + number);
      }
    }
  }

  /** The file has more requests than are allowed. */
  static ScenarioException tooMany(String where) {
    return new ScenarioException(
        where + ": found more than " + MOST_REQUESTS + " requests; allowed: so many at most");
  }

  /** Times by switch while they are read. */
  static final class Times {
    private final long[][] bySwitch;
    private final int[] counts;
    private int count;

    Times(int switchCount) {
      bySwitch = new long[switchCount][0];
      counts = new int[switchCount];
    }

    int switchCount() {
      return counts.length;
    }

    /** Adds a time; false when there are too many. */
    boolean add(int index, long atNs) {
      if (count == MOST_REQUESTS) {
        return false;
      }
      int length = bySwitch[index].length;
      if (counts[index] == length) {
        bySwitch[index] = Arrays.copyOf(bySwitch[index], Math.max(16, 2 * length));
      }
      bySwitch[index][counts[index]++] = atNs;
      count++;
      return true;
    }

    private long[][] sorted() {
      long[][] sorted = new long[counts.length][];
      for (int i = 0; i < counts.length; i++) {
        sorted[i] = Arrays.copyOf(bySwitch[i], counts[i]);
        Arrays.sort(sorted[i]);
      }
      return sorted;
    }
  }
}
