package maestro.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import maestro.control.http.Answer;
import org.junit.jupiter.api.Test;

/** The live page, as it is sent. */
class PageTest {
  private final Answer page = Page.make();

  private String between(String begin, String end) {
    Matcher matcher =
        Pattern.compile(Pattern.quote(begin) + "(.*?)" + Pattern.quote(end), Pattern.DOTALL)
            .matcher(page.body());
    assertThat(matcher.find()).as(begin).isTrue();
    String found = matcher.group(1);
    assertThat(matcher.find()).as("a second " + begin).isFalse();
    return found;
  }

  private static String hash(String text) throws Exception {
    byte[] sha256 =
        MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    return "'sha256-" + Base64.getEncoder().encodeToString(sha256) + "'";
  }

  @Test
  void shouldAllowItsOwnStyleAndScriptAndNothingElse() throws Exception {
    assertThat(page.headers().get("Content-Security-Policy"))
        .startsWith("default-src 'none'; ")
        .contains("style-src " + hash(between("<style>", "</style>")) + ";")
        .contains("script-src " + hash(between("<script type=\"module\">", "</script>")) + ";")
        .contains("frame-ancestors 'none'")
        .doesNotContain("unsafe", "*");
  }

  @Test
  void shouldNameNothingFromOutside() {
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.contentType()).isEqualTo("text/html; charset=utf-8");
    assertThat(page.body().replace("http://www.w3.org/2000/svg", ""))
        .doesNotContain("http:", "https:", "//cdn", "@import", "url(", "/*STYLE*/", "/*SCRIPT*/");
  }

  @Test
  void shouldHaveNoStyleInItsElementsSinceItsPolicyForbidsThem() {
    assertThat(page.body()).doesNotContainPattern("<[a-z][^>]* (style|on[a-z]+)=");
  }

  @Test
  void shouldMakeNoMarkupAndNoCodeOfTexts() {
    assertThat(page.body())
        .as("names of hosts and ports are those of strangers")
        .doesNotContain(
            "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "DOMParser")
        .doesNotContain("createContextualFragment", "srcdoc", "eval(", "Function(");
  }

  @Test
  void shouldStaySmall() {
    assertThat(page.bodyBytes()).isLessThan(120_000);
  }
}
