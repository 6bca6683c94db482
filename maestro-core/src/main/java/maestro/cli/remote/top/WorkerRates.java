package maestro.cli.remote.top;

import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import maestro.cli.remote.client.JsonValue;
import maestro.cli.remote.text.ReadableNumbers;

/**
 * What workers did between two answers of the controller. The controller makes its answer once a
 * second: the same answer twice changes nothing. Confined to one thread.
 */
final class WorkerRates {
  private static final double NS_PER_SECOND = 1e9;

  /** What a worker did between two answers. */
  private record Done(
      double seconds, double requests, double batches, double busySeconds, double cpuSeconds) {}

  private Map<String, JsonValue> last = Map.of();
  private Optional<OffsetDateTime> lastTime = Optional.empty();
  private Map<String, Done> done = Map.of();

  /** Takes an answer of {@code /v1/workers}. */
  void update(JsonValue answer) {
    Optional<OffsetDateTime> time = time(answer.at("time").text());
    if (time.isEmpty() || time.equals(lastTime)) {
      return;
    }
    double seconds =
        lastTime.map(before -> Duration.between(before, time.get()).toNanos()).orElse(0L)
            / NS_PER_SECOND;
    Map<String, JsonValue> now = new HashMap<>();
    Map<String, Done> changes = new HashMap<>();
    for (JsonValue each : answer.at("workers").items()) {
      String worker = each.at("worker").text();
      JsonValue before = last.get(worker);
      now.put(worker, each);
      if (before != null && seconds > 0 && difference(before, each, "requests") >= 0) {
        changes.put(
            worker,
            new Done(
                seconds,
                difference(before, each, "requests"),
                difference(before, each, "batches"),
                difference(before, each, "busySeconds"),
                difference(before, each, "cpuSeconds")));
      }
    }
    last = now;
    lastTime = time;
    done = changes;
  }

  /** Flow requests in a second. */
  String requests(String worker) {
    Done did = done.get(worker);
    return did == null
        ? ReadableNumbers.NONE
        : ReadableNumbers.rate(did.requests() / did.seconds());
  }

  /** Flow requests in a batch, on average. */
  String requestsInABatch(String worker) {
    Done did = done.get(worker);
    return did == null || did.batches() <= 0
        ? ReadableNumbers.NONE
        : ReadableNumbers.rate(did.requests() / did.batches());
  }

  /** Time in visits, in percent: what is left is search for work and waiting. */
  String busy(String worker) {
    Done did = done.get(worker);
    return did == null ? ReadableNumbers.NONE : percent(did.busySeconds(), did.seconds());
  }

  /** Processor time in percent of one core. */
  String cpu(String worker) {
    Done did = done.get(worker);
    return did == null ? ReadableNumbers.NONE : percent(did.cpuSeconds(), did.seconds());
  }

  private static String percent(double part, double whole) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * part / whole);
  }

  private static double difference(JsonValue before, JsonValue after, String field) {
    return after.at(field).number(0) - before.at(field).number(0);
  }

  private static Optional<OffsetDateTime> time(String text) {
    try {
      return Optional.of(OffsetDateTime.parse(text));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
