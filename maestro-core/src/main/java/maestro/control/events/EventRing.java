package maestro.control.events;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import maestro.control.http.Answer;
import maestro.control.measure.Times;
import maestro.metrics.OperatorEvent;
import org.jspecify.annotations.Nullable;

/**
 * The last events, each under a number that counts on from 1. The JSON of an event is made once,
 * for all clients. The last answer of {@link #from} is kept, too, and has a copy of its events, up
 * to all of them, until the next event. Confined to the control thread.
 */
public final class EventRing {
  /**
   * An event, ready to be sent.
   *
   * @param id its number, with the mark of this run of the controller
   * @param json its JSON object
   */
  record Event(String id, String type, String json) {}

  private final Event[] events;
  private final Times times;
  private final String run;
  private long next = 1;

  /** The last answer of {@link #from}; null before the first, and after each event. */
  private @Nullable Answer answer;

  /** The number of its first event. */
  private long answerFirst;

  /**
   * Makes an empty ring.
   *
   * @param most how many events it keeps
   * @param run a mark that another run of the controller does not have
   */
  public EventRing(int most, Times times, String run) {
    this.events = new Event[most];
    this.times = times;
    this.run = run;
  }

  public void add(OperatorEvent event) {
    String id = id(next);
    String json = new String(Answer.jsonBytes(to -> write(to, id, event)), StandardCharsets.UTF_8);
    events[(int) (next % events.length)] = new Event(id, event.type(), json);
    next++;
    answer = null;
  }

  private void write(JsonGenerator json, String id, OperatorEvent event) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", id);
    json.writeStringField("time", times.text(event.timeNs()));
    json.writeStringField("type", event.type());
    json.writeStringField("severity", event.severity().name().toLowerCase(Locale.ROOT));
    json.writeStringField("text", event.text());
    json.writeObjectFieldStart("details");
    for (Map.Entry<String, Object> each : event.details().entrySet()) {
      if (each.getValue() instanceof Number number) {
        json.writeNumberField(each.getKey(), number.longValue());
      } else {
        json.writeStringField(each.getKey(), String.valueOf(each.getValue()));
      }
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private String id(long number) {
    return run + "-" + number;
  }

  /** The number that the next event gets. */
  public long next() {
    return next;
  }

  /** The number of the oldest event that is kept; that of the next one when there is none. */
  public long oldest() {
    return Math.max(1, next - events.length);
  }

  /** An event by its number, from {@link #oldest} to the one before {@link #next}. */
  Event get(long number) {
    return events[(int) (number % events.length)];
  }

  /** The id of the last event. */
  public String lastId() {
    return id(next - 1);
  }

  /**
   * The number of the first event that somebody has not seen. An id that is not of this run means
   * that all events are new.
   *
   * @param lastSeen the id of the last event that was seen
   */
  public long after(String lastSeen) {
    String prefix = run + "-";
    if (lastSeen.startsWith(prefix)) {
      try {
        long number = Long.parseLong(lastSeen.substring(prefix.length()));
        if (number >= 0 && number < next) {
          return Math.max(number + 1, oldest());
        }
      } catch (NumberFormatException e) {
        return oldest();
      }
    }
    return oldest();
  }

  /**
   * The events that are kept from a number on, the oldest first. Clients that have seen the same
   * get the same answer.
   *
   * @param first from {@link #oldest} to {@link #next}
   */
  Answer from(long first) {
    Answer made = answer;
    if (made == null || answerFirst != first) {
      made = make(first);
      answer = made;
      answerFirst = first;
    }
    return made;
  }

  private Answer make(long first) {
    return Answer.object(
        json -> {
          json.writeStringField("lastId", lastId());
          json.writeArrayFieldStart("events");
          for (long number = first; number < next; number++) {
            json.writeRawValue(get(number).json());
          }
          json.writeEndArray();
        });
  }
}
