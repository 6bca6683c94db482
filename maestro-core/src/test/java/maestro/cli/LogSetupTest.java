package maestro.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class LogSetupTest {
  private static final String FILE_PROPERTY = "logback.configurationFile";

  private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
  private final Logger netty = (Logger) LoggerFactory.getLogger("io.netty");
  private final Level before = root.getLevel();

  @TempDir Path folder;

  @AfterEach
  void putBack() {
    root.setLevel(before);
    for (String name : List.of("io.netty", "java", "javax", "jdk", "sun")) {
      ((Logger) LoggerFactory.getLogger(name)).setLevel(null);
    }
    System.clearProperty(FILE_PROPERTY);
  }

  @Test
  void shouldKeepNettyAndTheJdkQuietWhenMoreIsAsked() {
    LogSetup.setLevel(Level.DEBUG);
    assertThat(root.getEffectiveLevel()).isEqualTo(Level.DEBUG);
    assertThat(netty.getEffectiveLevel()).isEqualTo(Level.INFO);
    assertThat(LoggerFactory.getLogger("java.lang.Runtime").isDebugEnabled()).isFalse();
  }

  @Test
  void shouldQuietenNettyWithTheRestWhenLessIsAsked() {
    LogSetup.setLevel(Level.ERROR);
    assertThat(netty.getEffectiveLevel()).isEqualTo(Level.ERROR);
  }

  @Test
  void shouldDoWhatTheOperatorsFileSaysOfNettyWhenMoreIsAsked() {
    netty.setLevel(Level.DEBUG);
    LogSetup.setLevel(Level.DEBUG);
    assertThat(netty.getEffectiveLevel()).isEqualTo(Level.DEBUG);
  }

  @Test
  void shouldStampALineWithDateTimeAndZoneOffset() {
    Instant instant = Instant.parse("2026-11-23T05:06:07.089Z");
    LoggingEvent event =
        new LoggingEvent("", root, Level.INFO, "switch 00:01 joined", null, new Object[0]);
    event.setInstant(instant);
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    String line = new String(LogSetup.encoder(context).encode(event), StandardCharsets.UTF_8);
    assertThat(line).matches("\\d{4}-\\d\\d-\\d\\dT\\S+ INFO ROOT - switch 00:01 joined\\R");
    OffsetDateTime stamp = OffsetDateTime.parse(line.substring(0, line.indexOf(' ')));
    assertThat(stamp).isEqualTo(instant.atOffset(ZoneOffset.UTC));
  }

  @Test
  void shouldSayThatTheFileOfTheLogIsNotThere() throws IOException {
    assertThat(LogSetup.mistake()).isEmpty();
    System.setProperty(FILE_PROPERTY, "/no/such.xml");
    assertThat(LogSetup.mistake())
        .contains(
            "logback.configurationFile: found '/no/such.xml'; allowed: a file, an address or a"
                + " resource of the class path that is there");
    System.setProperty(FILE_PROPERTY, "file:/no/such.xml");
    assertThat(LogSetup.mistake()).isPresent();
    for (String there : thatAreThere()) {
      System.setProperty(FILE_PROPERTY, there);
      assertThat(LogSetup.mistake()).as(there).isEmpty();
    }
  }

  private String[] thatAreThere() throws IOException {
    Path file = Files.writeString(folder.resolve("log.xml"), "<configuration/>");
    return new String[] {file.toString(), file.toUri().toString(), "reference.conf"};
  }
}
