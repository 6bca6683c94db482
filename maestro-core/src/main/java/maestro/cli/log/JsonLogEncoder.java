package maestro.cli.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.format.DateTimeFormatter;

/**
 * Writes an event as one line with a JSON object: {@code time} (ISO 8601, UTC), {@code level},
 * {@code logger}, {@code thread}, {@code message}, and {@code exception} with the stack, if any.
 */
final class JsonLogEncoder extends EncoderBase<ILoggingEvent> {
  private static final byte[] NOTHING = {};

  private final JsonFactory json = new JsonFactory();

  @Override
  public byte[] encode(ILoggingEvent event) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try (JsonGenerator object = json.createGenerator(line)) {
      object.writeStartObject();
      object.writeStringField("time", DateTimeFormatter.ISO_INSTANT.format(event.getInstant()));
      object.writeStringField("level", event.getLevel().toString());
      object.writeStringField("logger", event.getLoggerName());
      object.writeStringField("thread", event.getThreadName());
      object.writeStringField("message", NamingLayout.named(event.getFormattedMessage()));
      IThrowableProxy thrown = event.getThrowableProxy();
      if (thrown != null) {
        object.writeStringField("exception", ThrowableProxyUtil.asString(thrown));
      }
      object.writeEndObject();
      object.writeRaw('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a stream into memory has none
    }
    return line.toByteArray();
  }

  @Override
  public byte[] headerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] footerBytes() {
    return NOTHING;
  }
}
