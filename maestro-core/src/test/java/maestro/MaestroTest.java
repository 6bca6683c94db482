package maestro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.config.BatchingPolicyName;
import maestro.config.BrokenJarMode;
import maestro.config.ChoppingThread;
import maestro.config.DuplicateMode;
import maestro.config.IdleMode;
import maestro.config.ListenAddress;
import maestro.config.MaestroConfig;
import maestro.config.RoleMode;
import maestro.config.Sequence;
import maestro.config.StrategyName;
import maestro.config.SwitchNames;
import maestro.metrics.Counter;
import maestro.net.Messages;
import maestro.net.PassiveSwitch;
import maestro.net.TestApplication;
import maestro.sequence.ApplicationHost;
import maestro.sequence.application.ApplicationStartException;
import maestro.testkit.EachStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A controller with its threads: that it starts, serves, and ends. */
class MaestroTest {
  private static final long MS = 1_000_000;
  private static final int READ_LIMIT_MS = 120_000;

  @TempDir private Path folder;

  private static MaestroConfig config(StrategyName strategy, int port) {
    return config(strategy, port, Optional.empty());
  }

  private static MaestroConfig config(StrategyName strategy, int port, Optional<Path> trace) {
    return new MaestroConfig(
        new ListenAddress("127.0.0.1", port),
        RoleMode.EQUAL,
        MaestroConfig.Control.OFF,
        new MaestroConfig.Distribution(
            strategy,
            2,
            4096,
            100,
            0.1,
            64,
            1,
            ChoppingThread.WORKER,
            50 * MS,
            0.1,
            false,
            IdleMode.PARK),
        new MaestroConfig.Batching(BatchingPolicyName.ADAPTIVE, 3 * MS, 500, false, trace),
        new MaestroConfig.Connection(
            100,
            100,
            10_000 * MS,
            5_000 * MS,
            15_000 * MS,
            256 * 1024,
            10_000 * MS,
            DuplicateMode.VERIFY,
            2_000 * MS,
            10_000 * MS,
            OptionalInt.empty(),
            OptionalInt.empty()),
        new MaestroConfig.Connections(OptionalLong.empty()),
        Optional.empty(),
        Optional.empty(),
        new MaestroConfig.Weights(Map.of()),
        MaestroConfig.RateLimit.NONE,
        SwitchNames.NONE,
        MaestroConfig.Vlans.NONE,
        new MaestroConfig.Applications(
            List.of(),
            BrokenJarMode.STOP,
            1000,
            100 * MS,
            2_000 * MS,
            OptionalLong.empty(),
            false,
            false,
            Optional.empty(),
            1 << 20),
        List.of(Sequence.onFlowRequest("s", List.of("flood"))));
  }

  private static List<ApplicationHost.Configured> flood() {
    return List.of(
        new ApplicationHost.Configured(
            new TestApplication(
                "flood",
                context ->
                    Stages.batch(() -> (RequestStage) (request, output) -> output.flood(request))),
            ConfigFactory.empty()));
  }

  private static Socket join(Maestro maestro, long datapathId) throws IOException {
    return PassiveSwitch.joinAndRead(maestro.address(), datapathId, READ_LIMIT_MS);
  }

  @EachStrategy
  @SuppressWarnings("try") // closes twice on purpose
  void shouldServeAndEndTwiceWhenStartedTwiceInOneProcess(StrategyName strategy)
      throws IOException {
    for (int i = 0; i < 2; i++) {
      Socket socket;
      try (Maestro maestro = Maestro.start(config(strategy, 0), flood())) {
        socket = join(maestro, 1);
        for (int xid = 0; xid < 20; xid++) {
          socket.getOutputStream().write(Messages.packetIn(1, xid));
          byte[] answer = socket.getInputStream().readNBytes(84);
          assertThat(Messages.type(answer)).isEqualTo(13);
          assertThat(Messages.xid(answer)).isEqualTo(xid);
        }
        await().until(() -> maestro.metrics().total(Counter.REQUESTS) == 20);
        maestro.close();
        assertThat(socket.getInputStream().read()).as("the end").isEqualTo(-1);
      }
      socket.close();
      assertThat(threads()).isEmpty();
    }
  }

  @Test
  void shouldSayInALineHowItIsDoing() throws IOException {
    try (Maestro maestro = Maestro.start(config(StrategyName.FAIR_SHARE, 0), flood())) {
      assertThat(maestro.status())
          .isEqualTo("switches connected: 0; since the start: nothing happened");
      try (Socket socket = join(maestro, 1)) {
        socket.getOutputStream().write(Messages.packetIn(1, 5));
        assertThat(socket.getInputStream().readNBytes(84)).hasSize(84);
        await().until(() -> maestro.metrics().total(Counter.REQUESTS) > 0);
        assertThat(maestro.status())
            .startsWith("switches connected: 1; since the start: 1 flow requests served, ");
      }
    }
  }

  private static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.matches("(worker|select)-\\d+|conductor|trace"))
        .toList();
  }

  @EachStrategy
  void shouldCloseEveryConnectionWhenEndedWhileSwitchesSend(StrategyName strategy)
      throws Exception {
    Maestro maestro = Maestro.start(config(strategy, 0), flood());
    Socket[] sockets = new Socket[8];
    Thread[] senders = new Thread[sockets.length];
    for (int i = 0; i < sockets.length; i++) {
      Socket socket = join(maestro, i + 1);
      sockets[i] = socket;
      senders[i] = new Thread(() -> sendUntilClosed(socket), "sender-" + i);
      senders[i].start();
      Thread reader = new Thread(() -> readUntilClosed(socket), "reader-" + i);
      reader.setDaemon(true);
      reader.start();
    }
    await().until(() -> maestro.metrics().total(Counter.REQUESTS) >= 20_000);
    maestro.close();
    for (Thread sender : senders) {
      await(sender.getName() + " notices the close").until(() -> !sender.isAlive());
    }
    for (Socket socket : sockets) {
      socket.close();
    }
    assertThat(threads()).isEmpty();
  }

  private static void sendUntilClosed(Socket socket) {
    byte[] requests = new byte[0];
    for (int i = 0; i < 100; i++) {
      requests = Messages.join(requests, Messages.packetIn(1, i));
    }
    try {
      while (true) {
        socket.getOutputStream().write(requests);
      }
    } catch (IOException e) {
      return; // closed, as it should be
    }
  }

  private static void readUntilClosed(Socket socket) {
    byte[] some = new byte[65536];
    try {
      while (socket.getInputStream().read(some) >= 0) {
        // only so that the answers do not hold the requests
      }
    } catch (IOException e) {
      return; // closed, as it should be
    }
  }

  @Test
  void shouldTellTheThresholdsWhenATraceIsConfigured() throws Exception {
    Path file = folder.resolve("ibt.csv");
    try (Maestro maestro =
            Maestro.start(config(StrategyName.ROUND_ROBIN, 0, Optional.of(file)), flood());
        Socket socket = join(maestro, 1)) {
      socket.getOutputStream().write(Messages.packetIn(1, 5));
      assertThat(socket.getInputStream().readNBytes(84)).hasSize(84);
      await()
          .until(() -> Files.exists(file) && Files.readString(file).matches("(?s).*,10,1,1\n.*"));
    }
    assertThat(Files.readAllLines(file))
        .as("of two workers")
        .anyMatch(line -> line.matches("\\d+,0,.*"))
        .anyMatch(line -> line.matches("\\d+,1,.*"));
    assertThat(threads()).isEmpty();
  }

  @Test
  void shouldThrowAndLeaveNothingWhenPortIsInUse() throws IOException {
    Set<String> before = Set.copyOf(threads());
    try (Maestro first = Maestro.start(config(StrategyName.FAIR_SHARE, 0), flood())) {
      int threads = threads().size();
      MaestroConfig same = config(StrategyName.FAIR_SHARE, first.address().getPort());
      assertThatThrownBy(() -> Maestro.start(same, flood())).isInstanceOf(SocketException.class);
      assertThat(threads()).hasSize(threads);
    }
    assertThat(threads()).isSubsetOf(before);
  }

  @Test
  void shouldThrowAndStartNoThreadWhenApplicationMakesNoStage() {
    TestApplication broken =
        new TestApplication(
            "flood",
            context ->
                Stages.batch(
                    () -> {
                      throw new IllegalStateException("no stage today");
                    }));
    assertThatThrownBy(
            () ->
                Maestro.start(
                    config(StrategyName.FAIR_SHARE, 0),
                    List.of(new ApplicationHost.Configured(broken, ConfigFactory.empty()))))
        .isInstanceOf(ApplicationStartException.class)
        .hasMessageContaining("flood")
        .hasMessageContaining("no stage today");
    assertThat(threads()).isEmpty();
  }

  @Test
  void shouldDoNothingWhenClosedAgain() throws IOException {
    Maestro maestro = Maestro.start(config(StrategyName.SHARED_QUEUE, 0), flood());
    maestro.close();
    maestro.close();
    assertThat(threads()).isEmpty();
  }

  @Test
  void shouldHandOverWhatAnApplicationLeavesAndNothingWhenThatFails() throws Exception {
    List<String> inherited = new ArrayList<>();
    byte[][] left = {{7}, null};
    try (Maestro maestro =
        Maestro.start(config(StrategyName.FAIR_SHARE, 0), leaving(inherited, () -> left[0]))) {
      maestro
          .reloads()
          .reload(config(StrategyName.FAIR_SHARE, 0), leaving(inherited, () -> left[1]));
      left[0][0] = 8;
      maestro
          .reloads()
          .reload(config(StrategyName.FAIR_SHARE, 0), leaving(inherited, () -> left[0]));
      assertThat(inherited).containsExactly("nothing", "7", "nothing");
    }
  }

  private static List<ApplicationHost.Configured> leaving(
      List<String> inherited, Supplier<byte[]> legacy) {
    TestApplication application =
        new TestApplication(
            "flood",
            context -> {
              inherited.add(context.savedState().map(bytes -> "" + bytes[0]).orElse("nothing"));
              context.savesState(legacy);
              assertThatThrownBy(() -> context.savesState(legacy))
                  .hasMessage("savesState was declared already");
              return Stages.batch(() -> (RequestStage) (request, output) -> output.flood(request));
            });
    return List.of(new ApplicationHost.Configured(application, ConfigFactory.empty()));
  }
}
