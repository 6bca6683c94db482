package maestro.tls;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** When a certificate ends to be valid, by the clock of the machine. Immutable, any thread. */
public record CertificateEnd(Instant at) implements Comparable<CertificateEnd> {
  /** Whether it ends before so many days have passed; with 0, whether it has ended. */
  public boolean isWithinDays(int days) {
    return at.isBefore(Instant.now().plus(days, ChronoUnit.DAYS));
  }

  /** For a sentence about the certificate: {@code ends in 12 days, on 2026-12-10}. */
  public String text() {
    LocalDate day = LocalDate.ofInstant(at, ZoneOffset.UTC);
    Instant now = Instant.now();
    long days = ChronoUnit.DAYS.between(now, at);
    return at.isBefore(now)
        ? "has ended on " + day
        : "ends in %d %s, on %s".formatted(days, days == 1 ? "day" : "days", day);
  }

  /** In seconds since 1970, to the second. */
  public double unixSeconds() {
    return (double) at.getEpochSecond();
  }

  @Override
  public int compareTo(CertificateEnd other) {
    return at.compareTo(other.at);
  }
}
