package maestro.cli.remote.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * Reads server-sent events, as the HTML standard describes them, and remembers the id of the last
 * one, with which the next connection goes on. Confined to one thread.
 */
public final class EventStream {
  /** Gets each event; false ends the reading. */
  @FunctionalInterface
  public interface Receiver {
    boolean receive(String type, JsonValue data);
  }

  private static final String DEFAULT_TYPE = "message";

  private String lastId;

  public EventStream(String lastId) {
    this.lastId = lastId;
  }

  public String lastId() {
    return lastId;
  }

  /** Reads until the stream ends or the receiver has enough. */
  public void read(InputStream in, Receiver receiver) throws IOException {
    BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    String id = lastId;
    String type = DEFAULT_TYPE;
    StringBuilder data = new StringBuilder();
    boolean goesOn = true;
    for (String line = reader.readLine(); goesOn && line != null; line = reader.readLine()) {
      if (line.isEmpty()) {
        lastId = id;
        if (data.length() > 0) {
          goesOn = receiver.receive(type, JsonValue.parse(data.toString()));
        }
        data.setLength(0);
        type = DEFAULT_TYPE;
        if (!goesOn) {
          return;
        }
        continue;
      }
      int colon = line.indexOf(':');
      String field = colon < 0 ? line : line.substring(0, colon);
      String value = colon < 0 ? "" : line.substring(colon + 1);
      String text = value.startsWith(" ") ? value.substring(1) : value;
      switch (field) {
        case "id" -> id = text;
        case "event" -> type = text;
        case "data" -> data.append(data.length() == 0 ? "" : "\n").append(text);
        default -> {} // a comment, which shows that the controller is there, or a field of later
      }
    }
  }
}
