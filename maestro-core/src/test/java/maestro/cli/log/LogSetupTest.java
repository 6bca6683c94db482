package maestro.cli.log;

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
import java.util.Map;
import maestro.config.SwitchNames;
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
    String line = encoded(LogFormat.TEXT, Level.INFO, "switch 00:01 joined", null, instant);
    assertThat(line).matches("\\d{4}-\\d\\d-\\d\\dT\\S+ INFO ROOT - switch 00:01 joined\\R");
    OffsetDateTime stamp = OffsetDateTime.parse(line.substring(0, line.indexOf(' ')));
    assertThat(stamp).isEqualTo(instant.atOffset(ZoneOffset.UTC));
  }

  @Test
  void shouldGiveEachLineItsPriorityWhenTheJournalReadsIt() {
    Exception thrown = new IllegalStateException("first\nsecond");

    assertThat(encoded(LogFormat.JOURNAL, Level.INFO, "joined", null, Instant.EPOCH))
        .isEqualTo("<6>ROOT - joined\n");
    assertThat(encoded(LogFormat.JOURNAL, Level.DEBUG, "detail", null, Instant.EPOCH))
        .isEqualTo("<7>ROOT - detail\n");
    assertThat(encoded(LogFormat.JOURNAL, Level.WARN, "slow", thrown, Instant.EPOCH).lines())
        .startsWith("<4>ROOT - slow", "<4>java.lang.IllegalStateException: first", "<4>second")
        .allMatch(line -> line.startsWith("<4>"));
    assertThat(encoded(LogFormat.JOURNAL, Level.ERROR, "lost", null, Instant.EPOCH))
        .isEqualTo("<3>ROOT - lost\n");
  }

  @Test
  void shouldWriteAnObjectALineWhenProgramsReadIt() {
    Instant instant = Instant.parse("2026-11-23T05:06:07.089Z");
    Exception thrown = new IllegalStateException("no");

    assertThat(encoded(LogFormat.JSON, Level.INFO, "a \"b\"\nc", null, instant))
        .isEqualTo(
            "{\"time\":\"2026-11-23T05:06:07.089Z\",\"level\":\"INFO\",\"logger\":\"ROOT\",\"thread\":\""
                + Thread.currentThread().getName()
                + "\",\"message\":\"a \\\"b\\\"\\nc\"}\n");
    assertThat(encoded(LogFormat.JSON, Level.WARN, "slow", thrown, instant))
        .contains("\"exception\":\"java.lang.IllegalStateException: no\\n\\tat ")
        .matches("[^\n]*\n");
  }

  @Test
  void shouldNameSwitchesInEachFormat() {
    NamingLayout.use(new SwitchNames(Map.of(42L, "core-1"), Map.of()));
    try {
      for (LogFormat format : LogFormat.values()) {
        assertThat(
                encoded(format, Level.INFO, "00:00:00:00:00:00:00:2a joins", null, Instant.EPOCH))
            .contains("00:00:00:00:00:00:00:2a (core-1) joins");
      }
    } finally {
      NamingLayout.use(SwitchNames.NONE);
    }
  }

  private String encoded(
      LogFormat format, Level level, String text, Throwable thrown, Instant instant) {
    LoggingEvent event = new LoggingEvent("", root, level, text, thrown, new Object[0]);
    event.setInstant(instant);
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    return new String(format.encoder(context).encode(event), StandardCharsets.UTF_8);
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
