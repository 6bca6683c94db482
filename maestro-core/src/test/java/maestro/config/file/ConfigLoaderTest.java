package maestro.config.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import maestro.config.BatchingPolicyName;
import maestro.config.BrokenJarMode;
import maestro.config.ChoppingThread;
import maestro.config.IdleMode;
import maestro.config.ListenAddress;
import maestro.config.MaestroConfig;
import maestro.config.Sequence;
import maestro.config.StrategyName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConfigLoaderTest {
  private static final ApplicationDefaults SWITCHING =
      new ApplicationDefaults(
          "learning-switch",
          ConfigFactory.parseString(
              """
              idle-timeout = 10 s
              max-hosts = 4096
              ratio = 0.5
              strict = true
              buffer = 64 KiB
              label = none
              ports = [1, 2]
              limits { rate = 3, burst = 4 }
              """));

  @TempDir Path folder;

  @Test
  void shouldHaveEveryDefaultWhenNothingIsSaid() throws Exception {
    MaestroConfig config = ConfigLoader.defaultsWith();

    assertThat(config.listen()).isEqualTo(new ListenAddress("127.0.0.1", 6653));
    assertThat(config.distribution())
        .isEqualTo(
            new MaestroConfig.Distribution(
                StrategyName.FAIR_SHARE,
                Runtime.getRuntime().availableProcessors(),
                63_488,
                850,
                0.1,
                1024,
                1,
                ChoppingThread.WORKER,
                1_000_000_000L,
                0.1,
                false,
                IdleMode.PARK));
    assertThat(config.batching())
        .isEqualTo(
            new MaestroConfig.Batching(
                BatchingPolicyName.ADAPTIVE, 3_000_000L, 500, false, Optional.empty()));
    assertThat(config.connection().outputHighWaterBytes()).isEqualTo(262_144);
    assertThat(config.connection().receiveBufferBytes()).isEmpty();
    assertThat(config.weights().of(7)).isEqualTo(1);
    assertThat(config.sequences()).isEmpty();
  }

  @Test
  void shouldReadWhatTheOperatorSaysWhenItIsRight() throws Exception {
    LoadedConfig loaded =
        load(
            """
            include "reference"
            maestro {
              listen = "[::1]:0"
              distribution { strategy = static-partition, preset = nox, workers = 3 }
              batching { policy = fixed, threshold = 40, delay-upper-bound = 250 us }
              connection { receive-buffer = 1 MiB }
              weights { "00:00:00:00:00:00:00:2a" = 4, 0x2b = 5, 44 = 6, "FF:ff:ff:ff:ff:ff:ff:ff" = 7 }
            }
            sequences.switching { on = flow-request, run = [learning-switch] }
            applications.learning-switch { idle-timeout = ${maestro.batching.delay-upper-bound} }
            """);

    MaestroConfig config = loaded.maestro();
    assertThat(config.listen().toString()).isEqualTo("[::1]:0");
    assertThat(config.distribution().strategy()).isEqualTo(StrategyName.STATIC_PARTITION);
    assertThat(config.distribution().readSizeBytes()).isEqualTo(524_288);
    assertThat(config.distribution().workerCount()).isEqualTo(3);
    assertThat(config.batching().policy()).isEqualTo(BatchingPolicyName.FIXED);
    assertThat(config.batching().delayUpperBoundNs()).isEqualTo(250_000);
    assertThat(config.connection().receiveBufferBytes()).hasValue(1_048_576);
    assertThat(List.of(42L, 43L, 44L, -1L, 45L).stream().map(config.weights()::of))
        .containsExactly(4, 5, 6, 7, 1);
    assertThat(config.sequences())
        .containsExactly(Sequence.onFlowRequest("switching", List.of("learning-switch")));
    assertThat(loaded.application("learning-switch").getDuration("idle-timeout").toNanos())
        .isEqualTo(250_000);
    assertThat(loaded.application("learning-switch").getInt("max-hosts")).isEqualTo(4096);
  }

  @Test
  void shouldReadAsMuchAsTheStrategyUsesWhenReadSizeIsAuto() throws Exception {
    for (StrategyName strategy : StrategyName.values()) {
      boolean large =
          strategy == StrategyName.FAIR_SHARE || strategy == StrategyName.STATIC_PARTITION;
      String setting = "maestro.distribution.strategy=" + strategy.text();
      assertThat(ConfigLoader.defaultsWith(setting).distribution().readSizeBytes())
          .isEqualTo(large ? 63_488 : 2048);
    }
  }

  @Test
  void shouldPreferTheCommandLineWhenTheFileSaysOtherwise() throws Exception {
    LoadedConfig loaded =
        load(
            "maestro.listen = \"127.0.0.1:1\"\nmaestro.distribution.quantum = 5",
            "maestro.listen=127.0.0.1:0",
            "maestro.weights.\"00:00:00:00:00:00:00:2a\"=4",
            "maestro.applications.directories=[a, \"b c\"]",
            "maestro.distribution.workers=2",
            "maestro.distribution.workers=3");

    assertThat(loaded.maestro().listen().port()).isZero();
    assertThat(load("", "maestro.listen=[::1]:0").maestro().listen().host()).isEqualTo("::1");
    assertThat(loaded.maestro().weights().of(42)).isEqualTo(4);
    assertThat(loaded.maestro().distribution().workerCount()).isEqualTo(3);
    assertThat(loaded.maestro().applications().directories())
        .containsExactly(Path.of("a"), Path.of("b c"));
    assertThat(loaded.placeOf("maestro.listen")).isEqualTo("--set");
    assertThat(loaded.placeOf("maestro.distribution.quantum")).isEqualTo(file() + ":2");
    assertThat(loaded.placeOf("maestro.batching.policy")).matches("reference\\.conf:\\d+");
  }

  @Test
  void shouldSeeTheTraceFromTheFileThatNamesIt() throws Exception {
    assertThat(load("maestro.batching.trace = ibt.csv").maestro().batching().trace())
        .contains(folder.resolve("ibt.csv"));
    assertThat(load("", "maestro.batching.trace=ibt.csv").maestro().batching().trace())
        .as("on the command line it is seen from the working directory")
        .contains(Path.of("ibt.csv").toAbsolutePath());
  }

  @Test
  void shouldSeeFoldersFromTheFileThatNamesThemWhenTheyAreRelative() throws Exception {
    Path inner = Files.createDirectory(folder.resolve("inner"));
    Files.writeString(inner.resolve("jars.conf"), "maestro.applications.directories = [mine]");
    LoadedConfig loaded = load("include \"inner/jars.conf\"");

    assertThat(loaded.maestro().applications().directories())
        .containsExactly(inner.resolve("mine"));
  }

  @Test
  void shouldFollowIncludesWhenTheFileIsNamedWithoutItsFolder() throws Exception {
    Path included = Files.createTempFile(Path.of(""), "included", ".conf");
    Path including = Files.createTempFile(Path.of(""), "including", ".conf");
    try {
      Files.writeString(included, "maestro.distribution.quantum = 5");
      Files.writeString(
          including, "include \"" + included + "\"\nmaestro.distribution.workers = 3");
      LoadedConfig loaded =
          ConfigLoader.parse(Optional.of(including), List.of()).validate(List.of());

      assertThat(loaded.placeOf("maestro.distribution.quantum")).isEqualTo(included + ":1");
      assertThat(loaded.placeOf("maestro.distribution.workers")).isEqualTo(including + ":2");
    } finally {
      Files.delete(included);
      Files.delete(including);
    }
  }

  @Test
  void shouldPreferConfWhenAnIncludeLeavesTheEndingOut() throws Exception {
    Files.writeString(folder.resolve("two.conf"), "maestro.distribution.quantum = 5");
    Files.writeString(
        folder.resolve("two.json"),
        """
        { "maestro": { "distribution": { "quantum": 6, "workers": 3 } } }
        """);
    MaestroConfig.Distribution both = load("include \"two\"").maestro().distribution();

    assertThat(both.quantumRequests()).isEqualTo(5);
    assertThat(both.workerCount()).isEqualTo(3);
  }

  @Test
  void shouldTellTheApplicationFoldersBeforeTheRestIsValid() throws Exception {
    Files.writeString(
        file(),
        """
        maestro.applications { directories = [x, "/y"], on-broken = skip, store = "state" }
        applications.later.key = ${applications.later.other}
        """);
    ParsedConfig parsed = ConfigLoader.parse(Optional.of(file()), List.of());

    assertThat(parsed.applications())
        .isEqualTo(
            new MaestroConfig.Applications(
                List.of(folder.resolve("x"), Path.of("/y")),
                BrokenJarMode.SKIP,
                1000,
                100_000_000,
                2_000_000_000,
                OptionalLong.of(300_000_000_000L),
                false,
                true,
                Optional.of(folder.resolve("state")),
                16 << 20));
  }

  @Test
  void shouldFindEveryMistakeWhenThereAreMany() throws Exception {
    assertThat(
            problems(
                """
                maestro {
                  listen = "127.0.0.1"
                  distribution { strategy = fair-shar, workers = 0, quantum = many }
                  batching {
                    polcy = fixed
                    delay-upper-bound = 3
                  }
                }
                mestro.listen = "a:1"
                sequences.switching { on = flow-requests, run = [learning-swich] }
                applications.learning-switch { idle-timout = 3 s, max-hosts = 1.5 }
                """))
        .containsExactly(
            ":2: maestro.listen: found '127.0.0.1'; allowed: HOST:PORT with a port from 0 to 65535,"
                + " such as 127.0.0.1:6653",
            ":3: maestro.distribution.strategy: found 'fair-shar'; allowed: shared-queue,"
                + " static-partition, dynamic-partition, round-robin, fair-share; did you mean"
                + " 'fair-share'?",
            ":3: maestro.distribution.workers: found 0; allowed: auto, or a whole number from 1 to"
                + " 256",
            ":3: maestro.distribution.quantum: found 'many'; allowed: a whole number from 1 to"
                + " 65536",
            ":5: maestro.batching.polcy: unknown key; allowed: policy, delay-upper-bound,"
                + " threshold, whole-batches, trace; did you mean 'policy'?",
            ":6: maestro.batching.delay-upper-bound: found 3; allowed: a duration from 10 us to"
                + " 10 s, with its unit: us, ms, s, m or h",
            ":9: mestro: unknown key; allowed: maestro, sequences, applications; did you mean"
                + " 'maestro'?",
            ":10: sequences.switching.on: found 'flow-requests'; allowed: flow-request,"
                + " lldp, frame, switch-joined, switch-left, port-status, flow-removed,"
                + " view-changed, announced; did you mean 'flow-request'?",
            ":10: sequences.switching.run: unknown application 'learning-swich'; allowed:"
                + " learning-switch; did you mean 'learning-switch'?",
            ":11: applications.learning-switch.idle-timout: unknown key; allowed: buffer,"
                + " idle-timeout, label, limits, max-hosts, ports, ratio, strict; did you mean"
                + " 'idle-timeout'?",
            ":11: applications.learning-switch.max-hosts: found 1.5; allowed: a whole number, such"
                + " as 4096");
  }

  @Test
  void shouldNameTheOptionWhenTheCommandLineIsWrong() throws Exception {
    assertThat(problems("", "maestro.distribution.workers=-1", "maestro.foo.bar=1", "a..b=1"))
        .containsExactly("--set: found 'a..b'; allowed: a key such as maestro.listen");
    assertThat(problems("", "maestro.distribution.workers=-1", "maestro.foo.bar=1"))
        .containsExactly(
            "--set: maestro.distribution.workers: found '-1'; allowed: auto, or a whole number from"
                + " 1 to 256",
            "--set: maestro.foo: unknown key; allowed: listen, role, control, distribution,"
                + " batching, connection, connections, tls, cluster, weights, rate-limit, switches,"
                + " vlans, applications");
    assertThat(problems("", "maestro.applications.directories=[a"))
        .containsExactly(
            "--set: maestro.applications.directories: found '[a'; allowed: a list of texts [ ..."
                + " ]");
    assertThat(problems("", "maestro.listen=${nowhere}"))
        .containsExactly("--set: Could not resolve substitution to a value: ${nowhere}");
  }

  @Test
  void shouldJudgeApplicationSettingsByTheTypeOfTheirDefaults() throws Exception {
    assertThat(
            problems(
                """
                applications.learning-switch {
                  idle-timeout = 10
                  max-hosts = "x"
                  ratio = yes
                  strict = 3
                  buffer = 1 s
                  label = [a]
                  ports = [1, b]
                  limits { rat = 3 }
                }
                applications.router { a = 1 }
                """))
        .extracting(line -> line.replaceAll("; allowed.*", ""))
        .containsExactly(
            ":2: applications.learning-switch.idle-timeout: found 10",
            ":3: applications.learning-switch.max-hosts: found 'x'",
            ":4: applications.learning-switch.ratio: found 'yes'",
            ":5: applications.learning-switch.strict: found 3",
            ":6: applications.learning-switch.buffer: found '1 s'",
            ":7: applications.learning-switch.label: found [\"a\"]",
            ":8: applications.learning-switch.ports: found 'b'",
            ":9: applications.learning-switch.limits.rat: unknown key",
            ":11: applications.router: unknown application 'router'");
    assertThat(problems("applications.learning-switch.brust = 4"))
        .singleElement()
        .asString()
        .endsWith("; did you mean 'applications.learning-switch.limits.burst'?");
    assertThat(problems("applications.learning-switch = off"))
        .containsExactly(
            ":1: applications.learning-switch: found 'off'; allowed: a section { ... }");
    assertThat(problems("applications.learning-switch.limits = 3"))
        .containsExactly(
            ":1: applications.learning-switch.limits: found 3; allowed: a section { ... }");
  }

  @Test
  void shouldTakeAnyKeyOnlyWhenTheDefaultIsAnEmptySection() throws Exception {
    List<ApplicationDefaults> applications =
        List.of(
            new ApplicationDefaults("plain", ConfigFactory.empty()),
            new ApplicationDefaults("open", ConfigFactory.parseString("names {}, any = []")));
    Files.writeString(
        file(),
        """
        applications.open { names { x = 1, y = z }, any = [1, b] }
        applications.plain { x = 1 }
        """);
    ParsedConfig parsed = ConfigLoader.parse(Optional.of(file()), List.of());

    assertThatThrownBy(() -> parsed.validate(applications))
        .hasMessage(file() + ":2: applications.plain.x: unknown key; allowed: none");
  }

  @Test
  void shouldTellWhereAnApplicationsBadSettingStands() throws Exception {
    LoadedConfig loaded = load("\napplications.learning-switch.max-hosts = 3");

    assertThat(loaded.badSetting("learning-switch", "max-hosts", "3", "16 to 1048576"))
        .isEqualTo(
            file() + ":2: applications.learning-switch.max-hosts: found 3; allowed: 16 to 1048576");
    assertThat(
            load("applications.learning-switch.label = maybe")
                .badSetting("learning-switch", "label", "maybe", "some, none"))
        .isEqualTo(
            file() + ":1: applications.learning-switch.label: found 'maybe'; allowed: some, none");
  }

  private Path file() {
    return folder.resolve("my.conf");
  }

  static Stream<String> sections() {
    return sectionsOf(
        "maestro", ConfigFactory.parseResources("reference.conf").getObject("maestro"));
  }

  private static Stream<String> sectionsOf(String path, ConfigObject section) {
    Stream<String> inner =
        section.entrySet().stream()
            .filter(entry -> entry.getValue() instanceof ConfigObject)
            .flatMap(
                entry -> sectionsOf(path + "." + entry.getKey(), (ConfigObject) entry.getValue()));
    return Stream.concat(Stream.of(path), inner);
  }

  @ParameterizedTest
  @MethodSource("sections")
  void shouldRefuseAKeyThatNoSectionHas(String section) {
    assertThat(problems("include \"reference\"\n" + section + ".bogus = 1"))
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line).startsWith(":2: " + section + ".bogus: "));
  }

  private LoadedConfig load(String text, String... settings)
      throws IOException, BadConfigurationException {
    Files.writeString(file(), text);
    return ConfigLoader.parse(
            Optional.of(file()),
            Arrays.stream(settings).map(s -> CommandLineSetting.parse("--set", s)).toList())
        .validate(List.of(SWITCHING));
  }

  /** The problems, with the file's name left out. */
  private List<String> problems(String text, String... settings) {
    BadConfigurationException e =
        catchThrowableOfType(BadConfigurationException.class, () -> load(text, settings));
    assertThat(e).as("the configuration is wrong").isNotNull();
    return e.problems().stream().map(line -> line.replace(file().toString(), "")).toList();
  }
}
