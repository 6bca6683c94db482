package maestro.control;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/**
 * The answer to one HTTP request.
 *
 * @param status the HTTP status
 * @param contentType the media type of the body
 * @param body the whole body, sent in UTF-8
 */
record Answer(int status, String contentType, String body) {
  private static final JsonFactory JSON = new JsonFactory();

  /** A line of text. */
  static Answer line(int status, String text) {
    return new Answer(status, "text/plain; charset=utf-8", text + "\n");
  }

  /**
   * A refusal or a failure, as RFC 9457 describes it.
   *
   * @param title the name of the status
   * @param detail what was found and what is allowed
   */
  static Answer problem(int status, String title, String detail) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("title", title);
      json.writeNumberField("status", status);
      json.writeStringField("detail", detail);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a writer into memory has none
    }
    return new Answer(status, "application/problem+json", text.toString());
  }
}
