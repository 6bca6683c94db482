package maestro.control.http;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import maestro.metrics.Counter;
import maestro.metrics.Metrics;
import maestro.metrics.OperatorEvent.Severity;
import maestro.net.session.LogLines;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts and logs requests that the control listener refuses. Each case is counted. Whatever
 * clients do, the log gets one line for each kind and address in ten minutes, and twenty of a kind
 * at once, then one in ten seconds; so do the events. Repeats are counted in the next line.
 */
public final class RefusedClients {
  private static final Logger LOG = LoggerFactory.getLogger(RefusedClients.class);
  private static final long SECOND_NS = 1_000_000_000;
  private static final int MOST_TEXT = 200;

  /** What they do. */
  enum Kind {
    TOKEN(Counter.CONTROL_TOKENS_REFUSED, "it shows a wrong token"),
    ORIGIN(Counter.CONTROL_ORIGINS_REFUSED, "it names another Host or Origin"),
    MALFORMED(Counter.CONTROL_MALFORMED, "its request is refused"),
    TLS(Counter.CONTROL_TLS_FAILURES, "the TLS handshake failed"),
    CROWD(Counter.CONTROL_MADE_ROOM, "another connection made room for it"),
    FAULT(Counter.CONTROL_FAULTS, "the control listener failed");

    private final Counter counter;
    private final String text;

    Kind(Counter counter, String text) {
      this.counter = counter;
      this.text = text;
    }
  }

  /** Who does what. */
  private record Origin(Kind kind, String host) {}

  private final LogLines lines = new LogLines(1, 600 * SECOND_NS);
  private final LogLines linesOfKind = new LogLines(20, 10 * SECOND_NS);
  private final Metrics metrics;
  private final LongSupplier clockNs;

  /**
   * Nobody yet.
   *
   * @param clockNs any clock in nanoseconds
   */
  public RefusedClients(Metrics metrics, LongSupplier clockNs) {
    this.metrics = metrics;
    this.clockNs = clockNs;
  }

  /**
   * Counts a case, and says so where a line is permitted.
   *
   * @param detail more about it, as a client has caused it; may be empty
   */
  void note(Kind kind, @Nullable SocketAddress from, String detail) {
    note(kind, from, detail, null);
  }

  /** Counts a failure of our own. Its stack is in the line. */
  void fault(@Nullable SocketAddress from, String what, Throwable failure) {
    note(Kind.FAULT, from, what, failure);
  }

  private void note(
      Kind kind, @Nullable SocketAddress from, String detail, @Nullable Throwable failure) {
    metrics.count(kind.counter);
    String host = host(from);
    long nowNs = clockNs.getAsLong();
    String more = lines.permit(new Origin(kind, host), nowNs);
    if (more == null || linesOfKind.permit(kind, nowNs) == null) {
      return;
    }
    String shown = shown(detail);
    String text =
        "control listener, %s: %s%s"
            .formatted(host, kind.text, shown.isEmpty() ? "" : ": " + shown);
    if (failure == null) {
      LOG.warn("{}{}", text, more);
    } else {
      LOG.error("{}{}", text, more, failure);
    }
    metrics
        .operatorEvents()
        .add(
            "client-refused",
            failure == null ? Severity.WARNING : Severity.ERROR,
            text,
            Map.of("address", host, "kind", kind.name().toLowerCase(Locale.ROOT)));
  }

  private static String host(@Nullable SocketAddress from) {
    return from instanceof InetSocketAddress internet && internet.getAddress() != null
        ? internet.getAddress().getHostAddress()
        : "somebody";
  }

  /** One line, and not a long one, whatever is in it. */
  private static String shown(String detail) {
    String printable = detail.replaceAll("[^\\x20-\\x7e]", "?");
    return printable.length() <= MOST_TEXT ? printable : printable.substring(0, MOST_TEXT) + "...";
  }
}
