package maestro.emulator.report;

import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;

/** The date and time that a result says it was measured at. */
public final class Timestamp {
  private Timestamp() {}

  /** That of now, ISO 8601 with zone, to the second. */
  public static String now() {
    return OffsetDateTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
