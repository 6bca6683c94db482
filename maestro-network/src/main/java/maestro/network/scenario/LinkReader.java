package maestro.network.scenario;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import maestro.config.file.Section;
import maestro.network.plan.LinkSettings;

/** Reads what links do to frames. Stateless. */
final class LinkReader {
  /** What {@link #bitsPerSecond} takes, for error messages. */
  static final String BANDWIDTH = "bits a second from 1k to 1000G, such as 800k, 10M or 1G";

  private static final long MOST_DELAY_NS = TimeUnit.SECONDS.toNanos(10);
  private static final int MOST_QUEUE_BYTES = 1 << 30;
  private static final double LEAST_RATE = 1e3;
  private static final double MOST_RATE = 1e12;
  private static final Pattern RATE =
      Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?)\\s*([kMG]?)(?:\\s*bit/s)?");
  private static final Pattern PART = Pattern.compile("([0-9]{1,3}(?:\\.[0-9]{1,9})?)\\s*%");

  private LinkReader() {}

  /** A section with all keys, and no others. */
  static LinkSettings all(Section section) {
    LinkSettings read =
        new LinkSettings(delayNs(section), bandwidth(section), queue(section), loss(section));
    section.noOtherKeys();
    return read;
  }

  /** A section that may have some of the keys. */
  static LinkSettings differing(Section section, LinkSettings usual) {
    return new LinkSettings(
        section.has("delay") ? delayNs(section) : usual.delayNs(),
        section.has("bandwidth") ? bandwidth(section) : usual.bitsPerSecond(),
        section.has("queue") ? queue(section) : usual.queueBytes(),
        section.has("loss") ? loss(section) : usual.loss());
  }

  private static long delayNs(Section section) {
    return section.durationNs("delay", 0, MOST_DELAY_NS);
  }

  private static int queue(Section section) {
    return section.sizeBytes("queue", 0, MOST_QUEUE_BYTES);
  }

  private static long bandwidth(Section section) {
    return section.parsed(
        "bandwidth",
        "none, or " + BANDWIDTH,
        0L,
        text -> text.equals("none") ? Optional.of(0L) : bitsPerSecond(text));
  }

  private static double loss(Section section) {
    return section.parsed("loss", "0 % to 100 %, such as 0.5 %", 0.0, LinkReader::part);
  }

  /** Reads {@code 10M} or {@code 10 Mbit/s}. */
  static Optional<Long> bitsPerSecond(String text) {
    Matcher matcher = RATE.matcher(text.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int zeros =
        switch (matcher.group(2)) {
          case "k" -> 3;
          case "M" -> 6;
          case "G" -> 9;
          default -> 0;
        };
    double value = new BigDecimal(matcher.group(1)).movePointRight(zeros).doubleValue();
    return value >= LEAST_RATE && value <= MOST_RATE
        ? Optional.of(Math.round(value))
        : Optional.empty();
  }

  private static Optional<Double> part(String text) {
    Matcher matcher = PART.matcher(text.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    double part = new BigDecimal(matcher.group(1)).movePointLeft(2).doubleValue();
    return part <= 1 ? Optional.of(part) : Optional.empty();
  }
}
