package maestro.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.BackgroundTask;
import maestro.api.Stages;
import maestro.config.file.ApplicationDefaults;
import maestro.config.file.BadConfigurationException;
import maestro.config.file.CommandLineSetting;
import maestro.config.file.ConfigLoader;
import maestro.config.file.Problems;
import maestro.metrics.Metrics;
import maestro.net.session.SwitchTable;
import maestro.sequence.application.ApplicationStartException;
import maestro.sequence.application.FaultLog;
import maestro.sequence.jar.ApplicationJars;
import maestro.testkit.LogOf;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing of an application is left when its successor begins, or the log names it. */
class ApplicationEndTest {
  @TempDir Path folder;
  @AutoClose private final LogOf log = new LogOf(ApplicationEnds.class);

  @SuppressWarnings("UnusedVariable") // keeps what it takes out of the output
  @AutoClose
  private final LogOf faults = new LogOf(FaultLog.class);

  private final List<String> told = Recorder.list();
  private final List<ApplicationHost> hosts = new ArrayList<>();
  private final CountDownLatch over = new CountDownLatch(1);

  /** Does in each part of its life what the test wants. */
  private record Parts(String name, BackgroundTask task, Runnable atStart, Runnable atEnd)
      implements Application {
    @Override
    public String version() {
      return "1";
    }

    @Override
    public Stages start(ApplicationContext context) {
      atStart.run();
      context.background("work", task);
      return Stages.events(new Recorder(name, Recorder.list()));
    }

    @Override
    public void end() {
      atEnd.run();
    }
  }

  @AfterEach
  void endAll() {
    over.countDown();
    hosts.forEach(ApplicationHost::end);
  }

  private ApplicationHost host(Application... applications) {
    return hostOn("switch-joined", applications);
  }

  private ApplicationHost hostOn(String trigger, Application... applications) {
    List<String> names = Stream.of(applications).map(Application::name).toList();
    String sequence = "sequences.s={ on = " + trigger + ", run = " + names + " }";
    var setting = CommandLineSetting.parse("--set", sequence);
    try {
      ApplicationHost host =
          new ApplicationHost(
              Stream.of(applications)
                  .map(each -> new ApplicationHost.Configured(each, ConfigFactory.empty()))
                  .toList(),
              ConfigLoader.parse(Optional.empty(), List.of(setting))
                  .validate(
                      names.stream()
                          .map(name -> new ApplicationDefaults(name, ConfigFactory.empty()))
                          .toList())
                  .maestro(),
              new SwitchTable(),
              new Metrics());
      hosts.add(host);
      return host;
    } catch (BadConfigurationException e) {
      throw new AssertionError(e);
    }
  }

  private static void until(Callable<Boolean> condition) {
    Awaitility.await().until(condition);
  }

  private void waitUntilInterrupted() throws InterruptedException {
    told.add("task");
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      told.add("interrupted");
      throw e;
    }
  }

  @Test
  void shouldEndEverythingBeforeTheTasksOfTheSuccessorBegin() {
    ApplicationHost earlier =
        host(new Parts("a", this::waitUntilInterrupted, () -> {}, () -> told.add("end")));
    earlier.begin();
    until(() -> told.contains("task"));
    ApplicationHost later = host(new Parts("a", () -> told.add("next"), () -> {}, () -> {}));
    later.beginBehindEarlier();
    earlier.endBeforeSuccessor();
    assertThat(told).containsExactlyInAnyOrder("task", "interrupted", "end");
    later.earlierHasEnded();
    until(() -> told.contains("next"));
    assertThat(told).endsWith("next");
    assertThat(log.lines()).isEmpty();
  }

  /** Waits in accept(), which no interrupt ends. */
  private static void serve(ServerSocket socket) {
    try {
      socket.accept().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void close(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void shouldLeaveThePortToTheSuccessorWhenEndClosesTheSocket() throws IOException {
    ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    ApplicationHost earlier =
        host(
            new Parts(
                "a",
                () -> {
                  told.add("serves");
                  serve(socket);
                },
                () -> {},
                () -> close(socket)));
    earlier.begin();
    until(() -> told.contains("serves"));
    earlier.endBeforeSuccessor();
    assertThat(log.lines()).as("the task has ended").isEmpty();
    new ServerSocket(socket.getLocalPort(), 1, InetAddress.getLoopbackAddress()).close();
  }

  @Test
  void shouldNameTheBackgroundTaskWhenItGoesOn() {
    ApplicationHost host =
        host(
            new Parts(
                "a",
                () -> {
                  told.add("task");
                  while (over.getCount() > 0) {
                    Thread.onSpinWait();
                  }
                },
                () -> {},
                () -> {}));
    host.begin();
    until(() -> told.contains("task"));
    host.end();
    assertThat(log.lines())
        .singleElement()
        .asString()
        .startsWith("the background task a-work has been interrupted and goes on; its classes")
        .contains("it is at\n    ", "ApplicationEndTest");
  }

  @Test
  void shouldEndTheOthersWhenOneThrowsOrHangsInItsEnd() {
    Parts first = new Parts("first", () -> {}, () -> {}, () -> told.add("first"));
    Parts throwing =
        new Parts(
            "throwing",
            () -> {},
            () -> {},
            () -> {
              throw new IllegalStateException("in end");
            });
    Parts hanging =
        new Parts(
            "hanging",
            () -> {},
            () -> {},
            () -> {
              try {
                over.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    ApplicationHost host = host(first, throwing, hanging);
    host.begin();
    host.end();
    assertThat(told).containsExactly("first");
    assertThat(host.faults()).containsEntry("throwing", 1).containsEntry("first", 0);
    assertThat(log.lines())
        .singleElement()
        .asString()
        .startsWith("application hanging has not come back from its end; ");
    host.end();
    assertThat(told).as("once").containsExactly("first");
  }

  @Test
  void shouldEndThoseThatHaveStartedWhenAnotherOneDoesNot() {
    Parts first = new Parts("first", () -> {}, () -> {}, () -> told.add("first"));
    Parts broken =
        new Parts(
            "broken",
            () -> {},
            () -> {
              throw new IllegalStateException("in start");
            },
            () -> told.add("broken"));
    assertThatThrownBy(() -> host(first, broken)).isInstanceOf(ApplicationStartException.class);
    assertThat(told).containsExactly("first");
  }

  @Test
  void shouldNameTheThreadWhenAnApplicationHasMadeOneAndLeftIt() throws IOException {
    String body =
        """
        public void end() {
          Thread own = new Thread(() -> {
            try {
              new java.util.concurrent.CountDownLatch(1).await();
            } catch (InterruptedException e) { // the test is over
            }
          }, "my-own-thread");
          own.setDaemon(true);
          own.start();
        }
        """;
    new JarBuilder().application("Leaves", "leaves", body).write(folder.resolve("leaves.jar"));
    Application leaves = ApplicationJars.find(List.of(folder), new Problems()).get(0).application();
    ApplicationHost host = hostOn("flow-request", leaves);
    host.begin();
    host.end();
    assertThat(log.lines())
        .singleElement()
        .asString()
        .startsWith("the thread my-own-thread outlives its application leaves; ");
    Thread.getAllStackTraces().keySet().stream()
        .filter(each -> each.getName().equals("my-own-thread"))
        .forEach(Thread::interrupt);
  }
}
