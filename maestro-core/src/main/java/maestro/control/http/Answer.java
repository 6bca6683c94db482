package maestro.control.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one HTTP request. Several connections may send the same one: nothing of it changes
 * but that it is compressed once, for the first client that wants that. Confined to the control
 * thread from then on.
 */
public final class Answer implements Reply {
  /** Writes numbers faster than the JDK does before its version 19. */
  private static final JsonFactory JSON =
      new JsonFactoryBuilder().enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER).build();

  private static final int LEAST_COMPRESSED_BYTES = 2048;

  /** Writes a JSON document. */
  @FunctionalInterface
  public interface Document {
    void write(JsonGenerator json) throws IOException;
  }

  private final int status;
  private final String contentType;
  private final byte[] body;
  private final Map<String, String> headers;

  /** Whether so many clients get it that one compression is less work than all the bytes. */
  private final boolean forMany;

  /** The compressed body; null while nobody wanted it. */
  private byte @Nullable [] compressed;

  private Answer(
      int status, String contentType, byte[] body, Map<String, String> headers, boolean forMany) {
    this.status = status;
    this.contentType = contentType;
    this.body = body;
    this.headers = headers;
    this.forMany = forMany;
  }

  /**
   * An answer with a text.
   *
   * @param contentType the media type of the body
   * @param body the whole body, sent in UTF-8
   */
  public Answer(int status, String contentType, String body) {
    this(status, contentType, body.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * An answer with a body.
   *
   * @param contentType the media type of the body
   * @param body the whole body; nobody changes it any more
   */
  public Answer(int status, String contentType, byte[] body) {
    this(status, contentType, body, Map.of(), false);
  }

  /** A line of text. */
  public static Answer line(int status, String text) {
    return new Answer(status, "text/plain; charset=utf-8", text + "\n");
  }

  /** A JSON document. */
  public static Answer json(int status, Document document) {
    return new Answer(status, "application/json", jsonBytes(document), Map.of(), false);
  }

  /** A JSON object with these fields. */
  public static Answer object(Document fields) {
    return json(
        200,
        json -> {
          json.writeStartObject();
          fields.write(json);
          json.writeEndObject();
        });
  }

  /**
   * A JSON object of which each field is the whole document of another answer.
   *
   * @param fields by name, in this order; the names need no escapes
   */
  public static Answer object(Map<String, Answer> fields) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    char before = '{';
    for (Map.Entry<String, Answer> each : fields.entrySet()) {
      bytes.writeBytes((before + "\"" + each.getKey() + "\":").getBytes(StandardCharsets.UTF_8));
      bytes.writeBytes(each.getValue().body);
      before = ',';
    }
    bytes.write('}');
    return new Answer(200, "application/json", bytes.toByteArray(), Map.of(), false);
  }

  /**
   * A refusal or a failure, as RFC 9457 describes it.
   *
   * @param title the name of the status
   * @param detail what was found and what is allowed
   */
  public static Answer problem(int status, String title, String detail) {
    byte[] body =
        jsonBytes(
            json -> {
              json.writeStartObject();
              json.writeStringField("title", title);
              json.writeNumberField("status", status);
              json.writeStringField("detail", detail);
              json.writeEndObject();
            });
    return new Answer(status, "application/problem+json", body, Map.of(), false);
  }

  /** A JSON document as bytes. */
  public static byte[] jsonBytes(Document document) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      document.write(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // an array has none
    }
    return bytes.toByteArray();
  }

  /** The same answer with a header. */
  public Answer with(String header, String value) {
    return new Answer(status, contentType, body, Map.of(header, value), forMany);
  }

  /** The same answer, for many clients. */
  Answer forMany() {
    return new Answer(status, contentType, body, headers, true);
  }

  public int status() {
    return status;
  }

  public String contentType() {
    return contentType;
  }

  /** Headers besides those of every answer. */
  public Map<String, String> headers() {
    return headers;
  }

  /** The body as text. */
  public String body() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** Adds the body to others. */
  public void addBody(ByteArrayOutputStream all) {
    all.writeBytes(body);
  }

  public int bodyBytes() {
    return body.length;
  }

  /** Whether it is long, and for many. */
  boolean isWorthCompressing() {
    return forMany && body.length >= LEAST_COMPRESSED_BYTES;
  }

  /** The body as gzip has it, without a copy. Compressed once for all clients. */
  ByteBuf compressedContent() {
    byte[] bytes = compressed;
    if (bytes == null) {
      bytes = compress(body);
      compressed = bytes;
    }
    return Unpooled.wrappedBuffer(bytes);
  }

  private static byte[] compress(byte[] plain) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(plain.length / 4);
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // an array has none
    }
    return bytes.toByteArray();
  }

  /** The body to send, without a copy. */
  ByteBuf content() {
    return Unpooled.wrappedBuffer(body);
  }
}
