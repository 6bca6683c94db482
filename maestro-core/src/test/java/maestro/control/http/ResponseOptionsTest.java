package maestro.control.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who gets a compressed answer, and what is in it. */
class ResponseOptionsTest {
  @ParameterizedTest
  @ValueSource(strings = {"gzip", "deflate, gzip", "GZIP;q=0.5, br", "br;q=1.0,gzip;q=0.001"})
  void shouldCompressForAClientThatNamesGzip(String codings) {
    assertThat(ResponseOptions.takesGzip(codings)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "br", "identity", "*", "gzip;q=0", "gzip; q=0.000", "x-gzip", ";,;"})
  void shouldNotCompressForAnyOther(String codings) {
    assertThat(ResponseOptions.takesGzip(codings)).isFalse();
  }

  @Test
  void shouldKeepEveryByteWhenItCompresses() throws IOException {
    String text = "switch \u2260 host; ".repeat(1000);
    Answer answer = new Answer(200, "text/plain; charset=utf-8", text).forMany();

    assertThat(answer.isWorthCompressing()).isTrue();
    assertThat(answer.compressedContent().readableBytes()).isLessThan(answer.bodyBytes() / 10);
    for (int i = 0; i < 2; i++) { // the second time without new work
      try (GZIPInputStream in =
          new GZIPInputStream(new ByteBufInputStream(answer.compressedContent()))) {
        assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(text);
      }
    }
    assertThat(Answer.line(200, "short").forMany().isWorthCompressing()).isFalse();
    assertThat(new Answer(200, "text/plain", text).isWorthCompressing()).isFalse();
  }
}
