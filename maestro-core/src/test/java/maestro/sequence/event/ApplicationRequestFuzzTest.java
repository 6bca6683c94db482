package maestro.sequence.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import maestro.api.RestRefusal;
import org.junit.jupiter.api.Tag;

/** Any body for an application: it is refused in words, or read, and written as it was read. */
@Tag("fuzz")
class ApplicationRequestFuzzTest {
  @FuzzTest
  void shouldReadBodyOrSayWhatIsWrong(byte[] body) {
    Map<String, Object> read;
    try {
      read = json(new String(body, StandardCharsets.UTF_8));
    } catch (RestRefusal e) {
      assertThat(e.status()).isEqualTo(400);
      assertThat(e).message().isNotBlank();
      return;
    }
    String written = AnswerJson.text(read);
    assertThat(AnswerJson.text(json(written))).isEqualTo(written);
  }

  private static Map<String, Object> json(String body) {
    return new ApplicationRequest("POST", Map.of(), Map.of(), body).json();
  }
}
