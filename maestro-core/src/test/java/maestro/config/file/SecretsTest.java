package maestro.config.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No secret comes out of a configuration, whether it was declared or only looks like one. */
class SecretsTest {
  private static final String VALUE = "s3cr3t-v4lu3";
  private static final ApplicationDefaults DEFAULTS =
      new ApplicationDefaults(
          "sealer",
          ConfigFactory.parseString(
              """
              seal = "", seal-file = ""
              inner { stamp = "", stamp-file = "" }
              name = x
              keyboard = qwerty
              free {}
              list = []
              """));

  @TempDir Path folder;

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("c.conf"), text);
  }

  private LoadedConfig load(String text) throws Exception {
    return ConfigLoader.parse(Optional.of(write(text)), List.of()).validate(List.of(DEFAULTS));
  }

  private List<String> problems(String text) throws IOException {
    Path file = write(text);
    return catchThrowableOfType(
            BadConfigurationException.class,
            () -> ConfigLoader.parse(Optional.of(file), List.of()).validate(List.of(DEFAULTS)))
        .problems();
  }

  private static Optional<Object> shown(LoadedConfig config, String key) {
    return config.settings().stream()
        .filter(each -> each.key().equals(key))
        .findFirst()
        .orElseThrow()
        .value();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "seal",
        "inner.stamp",
        "free.key",
        "free.api-key",
        "free.psk",
        "free.wifi_psk",
        "free.pin",
        "free.dsn",
        "free.smtp-password",
        "free.passphrase",
        "free.userToken",
        "free.sealKey",
        "free.deep.er.credentials",
        "free.snmp.community"
      })
  void shouldShowNoValueOfASecret(String key) throws Exception {
    String path = "applications.sealer." + key;
    LoadedConfig config = load("%s = \"%s\"".formatted(path, VALUE));

    assertThat(shown(config, path)).isEmpty();
    assertThat(config.settings().toString()).doesNotContain(VALUE);
    assertThat(config.application("sealer").getString(key)).isEqualTo(VALUE);
    assertThat(config.badSetting("sealer", key, VALUE, "16 characters"))
        .endsWith(path + ": found a value that is not shown; allowed: 16 characters");
  }

  @Test
  void shouldShowWhatIsNoSecret() throws Exception {
    String text =
        """
        applications.sealer {
          keyboard = dvorak, name = monkey, seal-file = "seal"
          free { host = h, url = "http://h/a@b" }
        }
        """;
    Files.writeString(folder.resolve("seal"), VALUE);
    LoadedConfig config = load(text);

    for (String key : List.of("keyboard", "name", "seal-file", "free.host", "free.url")) {
      assertThat(shown(config, "applications.sealer." + key)).as(key).isPresent();
    }
    assertThat(shown(config, "maestro.tls.private-key")).as("a path").isPresent();
    assertThat(shown(config, "applications.sealer.inner.stamp")).as("none").hasValue("");
  }

  @Test
  void shouldHideWhatHasASecretWithin() throws Exception {
    String text =
        """
        applications.sealer {
          list = [{ host = h, password = "%1$s" }]
          free { url = "postgres://me:%1$s@db/x", urls = ["http://me:%1$s@h"] }
        }
        """
            .formatted(VALUE);

    assertThat(load(text).settings().toString()).doesNotContain(VALUE);
  }

  @Test
  void shouldNameNoSecretInAMistake() throws Exception {
    String wrongToken = "maestro.control.read-token-sha256 = " + VALUE;
    String wrongType = "applications.sealer.seal = [%s]".formatted(VALUE);
    for (String text : List.of(wrongToken, wrongType)) {
      assertThat(problems(text))
          .singleElement()
          .asString()
          .contains("found a value that is not shown; allowed: ")
          .doesNotContain(VALUE);
    }
    String hash = "ab".repeat(32);
    LoadedConfig before = load("maestro.control.read-token-sha256 = " + hash);
    LoadedConfig after = load("maestro.control.read-token-sha256 = " + hash.replace('b', 'c'));
    assertThat(after.changesAgainst(before, "maestro.control", Set.of()))
        .singleElement()
        .asString()
        .contains("found a value that is not shown; allowed: a value that is not shown")
        .doesNotContain("abab")
        .doesNotContain("acac");
  }

  @Test
  void shouldReadASecretFromAFileOfItsOwn() throws Exception {
    Files.writeString(folder.resolve("stamp"), VALUE + "\n");
    LoadedConfig config = load("applications.sealer.inner.stamp-file = stamp");

    assertThat(config.application("sealer").getString("inner.stamp")).isEqualTo(VALUE);
    assertThat(config.settings().toString()).doesNotContain(VALUE);
    assertThat(config.files()).as("a reload follows it").contains(folder.resolve("stamp"));
    assertThat(config.placeOf("applications.sealer.inner.stamp")).endsWith("c.conf:1");
  }

  @Test
  void shouldSayWhyAFileGivesNoSecret() throws Exception {
    Files.writeString(folder.resolve("blank"), " \n");
    String path = "applications.sealer.seal-file";
    String line = folder.resolve("c.conf") + ":1: " + path + ": ";
    String allowed = "; allowed: a file that has the secret";

    assertThat(problems(path + " = none")).containsExactly(line + "'none' no such file" + allowed);
    assertThat(problems(path + " = blank"))
        .containsExactly(line + "'blank' is empty or too large" + allowed);
    assertThat(problems(path + " = blank, applications.sealer.seal = " + VALUE))
        .containsExactly(line + "found beside the secret itself; allowed: one of them");
  }
}
