package maestro.control.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import maestro.Maestro;
import maestro.api.PortInfo;
import maestro.api.SwitchInfo;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;
import maestro.control.http.Answer;
import maestro.control.http.Endpoint;
import maestro.control.http.Question;
import maestro.control.http.RefusedQuestion;
import maestro.control.http.Reply;
import maestro.control.measure.PortReadings;
import maestro.control.measure.SwitchShares;
import maestro.control.measure.Times;
import maestro.net.connection.Connection;
import maestro.net.session.PortReading;
import maestro.net.session.Session;
import maestro.openflow.PortCounter;
import org.jspecify.annotations.Nullable;

/**
 * The answer to {@code /v1/switches/{dpid}/ports}. The switch is asked for its counters; when it
 * does not answer, the counters are those of the last reading. Confined to the control thread.
 */
public final class PortAnswers implements Endpoint {
  private static final int MOST_SECONDS = 3;
  private static final double KILOBITS_PER_MEGABIT = 1e3;
  private static final PortCounter[] COUNTERS = PortCounter.values();

  private final Maestro maestro;
  private final PortReadings readings;
  private final Times times;
  private final Executor control;
  private final AskedAnswers answers = new AskedAnswers();

  /**
   * Makes the endpoint.
   *
   * @param readings of all switches
   * @param control the control thread
   */
  public PortAnswers(Maestro maestro, PortReadings readings, Times times, Executor control) {
    this.maestro = maestro;
    this.readings = readings;
    this.times = times;
    this.control = control;
  }

  @Override
  public Reply answer(Question question) throws RefusedQuestion {
    Connection connection = SwitchDetail.find(maestro, question);
    return answers.answer(connection, () -> ask(connection));
  }

  private CompletableFuture<Answer> ask(Connection connection) {
    PortReading reading = Session.of(connection).portReading().get(System::nanoTime, 0);
    return reading
        .answer()
        .copy()
        .completeOnTimeout(false, MOST_SECONDS, TimeUnit.SECONDS)
        .thenApplyAsync(
            isWhole -> {
              reading.forget();
              return answer(connection, isWhole ? reading : readings.last(connection));
            },
            control);
  }

  private Answer answer(Connection connection, @Nullable PortReading reading) {
    Topology topology = maestro.applications().network().topology().orElse(Topology.EMPTY);
    return Answer.json(
        200,
        json -> {
          json.writeStartArray();
          for (PortInfo port : inOrder(connection)) {
            json.writeStartObject();
            json.writeNumberField("port", Integer.toUnsignedLong(port.number()));
            json.writeStringField("name", name(maestro, connection, port));
            json.writeBooleanField("up", port.up());
            if (port.speedKbps() == 0) {
              json.writeNullField("speedMbps");
            } else {
              json.writeNumberField("speedMbps", port.speedKbps() / KILOBITS_PER_MEGABIT);
            }
            peer(json, topology.linkFrom(SwitchShares.datapathId(connection), port.number()));
            for (PortCounter each : COUNTERS) {
              counter(json, name(each), reading, port.number(), each);
            }
            if (reading == null) {
              json.writeNullField("asOf");
            } else {
              json.writeStringField("asOf", times.text(reading.atNs()));
            }
            json.writeEndObject();
          }
          json.writeEndArray();
        });
  }

  /** What operators call a port; without a name of theirs what its switch calls it. */
  static String name(Maestro maestro, Connection connection, PortInfo port) {
    return maestro
        .config()
        .names()
        .ofPort(SwitchShares.datapathId(connection), port.number())
        .orElse(port.name());
  }

  /** The ports of a switch by their numbers. */
  static List<PortInfo> inOrder(Connection connection) {
    return Session.of(connection).portList().stream()
        .sorted(Comparator.comparing(PortInfo::number, Integer::compareUnsigned))
        .toList();
  }

  /** What is at the other end of a link. */
  static void peer(JsonGenerator json, @Nullable Link link) throws IOException {
    if (link == null) {
      json.writeNullField("peer");
      return;
    }
    json.writeObjectFieldStart("peer");
    json.writeStringField("dpid", SwitchInfo.format(link.to()));
    json.writeNumberField("port", Integer.toUnsignedLong(link.toPort()));
    json.writeEndObject();
  }

  private static void counter(
      JsonGenerator json, String name, @Nullable PortReading reading, int port, PortCounter which)
      throws IOException {
    long counter = reading == null ? PortReading.UNKNOWN : reading.counter(port, which);
    if (counter == PortReading.UNKNOWN) {
      json.writeNullField(name);
    } else {
      json.writeFieldName(name);
      json.writeNumber(Long.toUnsignedString(counter));
    }
  }

  private static String name(PortCounter of) {
    return switch (of) {
      case RX_PACKETS -> "rxPackets";
      case TX_PACKETS -> "txPackets";
      case RX_BYTES -> "rxBytes";
      case TX_BYTES -> "txBytes";
      case RX_DROPPED -> "rxDropped";
      case TX_DROPPED -> "txDropped";
      case RX_ERRORS -> "rxErrors";
      case TX_ERRORS -> "txErrors";
    };
  }
}
