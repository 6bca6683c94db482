package maestro.sequence.event;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.function.LongSupplier;
import maestro.api.FlowStatistics;
import maestro.api.PortStatistics;
import maestro.api.RefusedException;
import maestro.net.session.EntryAnswer;
import maestro.net.session.PortReading;
import maestro.net.session.Session;
import maestro.openflow.PortCounter;
import maestro.openflow.entry.FlowStatsEntryFlyweight;
import maestro.openflow.entry.FlowStatsFlyweight;
import org.jspecify.annotations.Nullable;

/**
 * Asks switches for their counters, once for all applications. A worker copies an answer; the event
 * thread reads it. So that answers need a bounded memory, some switches at a time are asked for
 * their flow entries, and an answer is kept for some seconds.
 *
 * <p>Threads: any, except where noted.
 */
final class SwitchStatistics {
  private static final int MOST_ASKED = 16;

  /** Some 40,000 entries, which take some 30 ms to read. */
  private static final int MOST_BYTES = 4 << 20;

  private static final Duration KEPT = Duration.ofSeconds(10);
  private static final Duration OLDEST = Duration.ofDays(1);

  private final EventLoop events;
  private final LongSupplier clock;
  private final Duration patience;

  // For the event thread.
  private final Map<Session, FlowReading> flows = new HashMap<>();
  private final Deque<FlowReading> waiting = new ArrayDeque<>();
  private int asked;

  /** The flow entries of a switch, and who waits for them. */
  private static final class FlowReading {
    private final Session session;
    private final List<CompletableFuture<List<FlowStatistics>>> askers = new ArrayList<>(1);

    /** Null while they are awaited. */
    private @Nullable List<FlowStatistics> entries;

    private long atNs;

    FlowReading(Session session) {
      this.session = session;
    }
  }

  /**
   * Asks nobody yet.
   *
   * @param patience how long it is waited for an answer
   */
  SwitchStatistics(EventLoop events, LongSupplier clock, Duration patience) {
    this.events = events;
    this.clock = clock;
    this.patience = patience;
  }

  private static long atMost(Duration most, Duration maxAge) {
    return (maxAge.compareTo(most) > 0 ? most : maxAge).toNanos();
  }

  // ---- ports ----

  /** The counters of the ports, perhaps still to come: for {@link #read}. */
  CompletableFuture<PortReading> ports(Session session, Duration maxAge) {
    PortReading reading = session.portReading().get(clock, atMost(OLDEST, maxAge));
    return reading.answer().thenApply(isWhole -> reading);
  }

  /**
   * Makes the result of an answer.
   *
   * @throws RefusedException when there was none
   */
  static List<PortStatistics> read(PortReading reading) throws RefusedException {
    if (!reading.answer().join()) {
      throw new RefusedException("the switch refuses to answer, is too slow or has left", null);
    }
    return Arrays.stream(reading.ports())
        .boxed()
        .sorted(Integer::compareUnsigned)
        .map(port -> of(reading, port))
        .toList();
  }

  private static PortStatistics of(PortReading reading, int port) {
    return new PortStatistics(
        port,
        reading.counter(port, PortCounter.RX_PACKETS),
        reading.counter(port, PortCounter.TX_PACKETS),
        reading.counter(port, PortCounter.RX_BYTES),
        reading.counter(port, PortCounter.TX_BYTES),
        reading.counter(port, PortCounter.RX_DROPPED),
        reading.counter(port, PortCounter.TX_DROPPED),
        reading.counter(port, PortCounter.RX_ERRORS),
        reading.counter(port, PortCounter.TX_ERRORS),
        reading.atNs());
  }

  // ---- flow entries ----

  /** The flow entries; completed on the event thread. */
  CompletableFuture<List<FlowStatistics>> flows(Session session, Duration maxAge) {
    CompletableFuture<List<FlowStatistics>> answer = new CompletableFuture<>();
    events.execute(() -> tell(session, atMost(KEPT, maxAge), answer));
    return answer;
  }

  private void tell(
      Session session, long maxAgeNs, CompletableFuture<List<FlowStatistics>> answer) {
    FlowReading known = flows.get(session);
    if (known != null && known.entries == null) {
      known.askers.add(answer);
    } else if (known != null
        && known.entries != null
        && clock.getAsLong() - known.atNs < maxAgeNs) {
      answer.complete(known.entries);
    } else {
      FlowReading next = new FlowReading(session);
      next.askers.add(answer);
      flows.put(session, next);
      waiting.add(next);
      askNext();
    }
  }

  private void askNext() {
    while (asked < MOST_ASKED && !waiting.isEmpty()) {
      FlowReading next = waiting.remove();
      asked++;
      EntryAnswer answer = EntryAnswer.ask(next.session, MOST_BYTES);
      ScheduledFuture<?> timeout = events.after(patience, answer::forget);
      CompletableFuture<?> unused =
          answer
              .answer()
              .whenCompleteAsync(
                  (parts, failure) -> {
                    asked--;
                    if (timeout != null) {
                      timeout.cancel(false);
                    }
                    answered(next, parts, failure);
                    askNext();
                  },
                  events);
    }
  }

  private void answered(
      FlowReading reading, EntryAnswer.@Nullable Parts parts, @Nullable Throwable failure) {
    if (parts == null) {
      failed(reading, failure == null ? "no answer" : String.valueOf(failure.getMessage()));
      return;
    }
    if (!parts.isWhole()) {
      failed(reading, "its answer is longer than " + (MOST_BYTES >> 20) + " MiB");
      return;
    }
    reading.atNs = clock.getAsLong();
    List<FlowStatistics> entries = new ArrayList<>();
    FlowStatsFlyweight part = new FlowStatsFlyweight();
    for (byte[] message : parts.messages()) {
      if (!part.wrap(ByteBuffer.wrap(message), 0, message.length)) {
        failed(reading, "its answer cannot be read");
        return;
      }
      while (part.next()) {
        entries.add(of(part.entry(), reading.atNs));
      }
    }
    List<FlowStatistics> all = List.copyOf(entries);
    reading.entries = all;
    events.executeAfter(KEPT, () -> flows.remove(reading.session, reading));
    reading.askers.forEach(each -> each.complete(all));
    reading.askers.clear();
  }

  private void failed(FlowReading reading, String reason) {
    flows.remove(reading.session, reading);
    reading.askers.forEach(each -> each.completeExceptionally(new RefusedException(reason, null)));
  }

  private static FlowStatistics of(FlowStatsEntryFlyweight entry, long atNs) {
    return new FlowStatistics(
        entry.table(),
        entry.priority(),
        entry.cookie(),
        entry.hasInPort() ? OptionalInt.of(entry.inPort()) : OptionalInt.empty(),
        entry.hasEthSrc() ? OptionalLong.of(entry.ethSrc()) : OptionalLong.empty(),
        entry.hasEthDst() ? OptionalLong.of(entry.ethDst()) : OptionalLong.empty(),
        entry.hasVlan() ? OptionalInt.of(entry.vlan()) : OptionalInt.empty(),
        entry.ageSeconds(),
        entry.packets(),
        entry.bytes(),
        atNs);
  }
}
