package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import maestro.system.Commands.Result;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The launcher and the packaged controller behind it, without switches. */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class LauncherIT {
  private static final String LAUNCHER = Rigs.PROJECT.resolve("maestro").toString();
  private static final String EXAMPLE =
      Rigs.PROJECT.resolve("config/learning-switch.conf").toString();

  @TempDir Path folder;

  /** The first start after a build says that it records classes. */
  @BeforeAll
  static void startOnce() throws Exception {
    assertThat(run(LAUNCHER, "--version").code()).isZero();
  }

  @Test
  void shouldServeAndStopWhenTold() throws Exception {
    try (StartedController controller = StartedController.start("fair-share")) {
      controller.stopCleanly();
    }
  }

  @Test
  void shouldSayHowItIsDoingAndServeOnWhenToldBySigusr1() throws Exception {
    try (StartedController controller = StartedController.start("fair-share");
        BareSwitch client = new BareSwitch(Integer.parseInt(controller.port()), 1)) {
      client.ask(1, 2, -1);
      for (int times = 1; times <= 3; times++) {
        controller.signal("USR1", 10);
        controller.awaitLog(" status: switches connected: 1; since the start: 1 flow req", times);
      }
      client.ask(2, 1, -1);
      controller.stopCleanly();
    }
  }

  @Test
  void shouldFindItselfWhenCalledThroughALink() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("with blank"), Path.of(LAUNCHER));

    Result result = run(link.toString(), "check", EXAMPLE);

    assertThat(result.output()).isEqualTo(EXAMPLE + ": ok\n");
    assertThat(result.code()).isZero();
  }

  @Test
  void shouldListTheApplicationsThatComeWithMaestro() throws Exception {
    assertThat(run(LAUNCHER, "apps").output()).contains("learning-switch");
  }

  @Test
  void shouldSayOneLineAndPassTheExitCodeOnWhenTheCommandLineIsWrong() throws Exception {
    List<List<String>> wrong =
        List.of(
            List.of("run", "--workrs", "9"),
            List.of("run", "--config", EXAMPLE, "--workers", "many"),
            List.of("links", "--control", "ftp://here"),
            List.of("compare", "--strategies", "fairshare"),
            List.of("simulate", "--cores", "many"),
            List.of("bench", "isolate"));
    for (List<String> words : wrong) {
      List<String> command = new ArrayList<>(List.of(LAUNCHER));
      command.addAll(words);
      Result result = run(command.toArray(String[]::new));
      assertThat(result.output().lines())
          .singleElement()
          .asString()
          .matches("maestro .*found '.*; allowed: .*; help: maestro .*--help");
      assertThat(result.code()).isEqualTo(2);
    }
    assertThat(run(LAUNCHER, "--help").code()).isZero();
  }

  @Test
  void shouldHelpWithCommandsOfEveryJar() throws Exception {
    assertThat(run(LAUNCHER, "help").output()).contains("check", "simulate");
    assertThat(run(LAUNCHER, "help", "run").output()).contains("Usage: maestro run");
    assertThat(run(LAUNCHER, "help", "compare").output()).contains("Usage: maestro compare ");
    assertThat(run(LAUNCHER, "diff", "--help").output()).contains("Usage: maestro diff ");
    assertThat(run(LAUNCHER, "help", "simulate").output()).contains("Usage: maestro simulate");
    assertThat(run(LAUNCHER, "help", "simulate", "costs").output())
        .contains("Usage: maestro simulate costs ");
  }

  @Test
  void shouldSayWhichSettingIsToBlameWhenThePortIsTaken() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + taken.getLocalPort();

      Result result = run(LAUNCHER, "run", "--config", EXAMPLE, "--listen", address);

      assertThat(result.output())
          .isEqualTo("--listen: cannot listen on " + address + ": Address already in use\n");
      assertThat(result.code()).isEqualTo(1);
    }
  }

  @Test
  void shouldPassFlagsToTheJvmWhenAsked() throws Exception {
    Map<String, String> flags = Map.of("MAESTRO_JVM_OPTS", "-Xmx64m -XX:+PrintFlagsFinal");

    Result result = Commands.run(Commands.PATIENCE, flags, List.of(LAUNCHER, "--version"));

    assertThat(result.output())
        .containsPattern("AutoBoxCacheMax +:?= 16384")
        .containsPattern("UseSerialGC +:?= true")
        .containsPattern("MaxNewSize +:?= 8388608")
        .containsPattern("TieredCompilation +:?= false")
        .containsPattern("MaxHeapSize +:?= 67108864")
        .contains("maestro ");
  }

  @Test
  void shouldLeaveTheCollectorToTheUserWhenOneIsNamed() throws Exception {
    Map<String, String> flags = Map.of("MAESTRO_JVM_OPTS", "-Xmx64m -XX:+UseParallelGC");

    Result result = Commands.run(Commands.PATIENCE, flags, List.of(LAUNCHER, "--version"));

    assertThat(result.output()).startsWith("maestro ");
    assertThat(result.code()).isZero();
  }

  @Test
  void shouldNameMethodsThatThereAreWhenTheyAreCompiledApart() throws Exception {
    Matcher names =
        Pattern.compile("\\b([a-z.]+[A-Z]\\w+)::(\\w+)")
            .matcher(Files.readString(Path.of(LAUNCHER)));
    int found = 0;
    while (names.find()) {
      assertThat(Class.forName("maestro." + names.group(1)).getDeclaredMethods())
          .as(names.group())
          .anyMatch(method -> method.getName().equals(names.group(2)));
      found++;
    }
    assertThat(found).isPositive();
  }

  @ParameterizedTest
  @CsvSource({"17.0.9, false", "17.0.15, true", "21.0.6, false", "21.0.7, true", "25, true"})
  void shouldLetTheJvmGiveBackMemoryWhenItCan(String version, boolean can, @TempDir Path home)
      throws Exception {
    Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    Files.writeString(java, "#!/bin/sh\necho arenas $MALLOC_ARENA_MAX flags \"$@\"\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();

    Result result =
        Commands.run(
            Commands.PATIENCE,
            Map.of("JAVA_HOME", home.toString(), "MAESTRO_JVM_OPTS", "-Xmx64m"),
            List.of(LAUNCHER, "run"));

    assertThat(result.output()).contains("arenas 1 flags ").doesNotContain("SharedArchiveFile");
    assertThat(result.output().contains(" -XX:TrimNativeHeapInterval=")).isEqualTo(can);
  }

  private static Result run(String... command) throws Exception {
    Map<String, String> sameJava = Map.of("JAVA_HOME", System.getProperty("java.home"));
    return Commands.run(Commands.PATIENCE, sameJava, List.of(command));
  }
}
