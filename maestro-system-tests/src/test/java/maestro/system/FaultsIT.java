package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import maestro.bench.isolation.AttackCounts;
import maestro.bench.isolation.RawSwitch;
import maestro.bench.isolation.Target;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A controller as a user starts it, when the machine or the operator is unkind. */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class FaultsIT {
  private static final int SPARE_DESCRIPTORS = 4;
  private static final String OUT_OF_DESCRIPTORS = "cannot accept connections: Too many open files";

  /** Whether others wait to be accepted or nobody does: accept needs a descriptor either way. */
  @ParameterizedTest
  @ValueSource(ints = {0, 8})
  void shouldSayOnceThatItIsOutOfDescriptorsAndGoOnWhenThereAreSome(int waiting) throws Exception {
    Rigs.need("prlimit");
    try (StartedController controller = // its probing switch would take descriptors at any time
            StartedController.startWith(
                "learning-switch.conf", "--set", "maestro.control.probing=off");
        BareSwitch early = new BareSwitch(port(controller), 1)) {
      assertThat(early.ask(1, 2, -1)).isNotNull();
      controller.awaitLog("control listener: ", 1); // which opens its own when all is warm
      limitDescriptors(controller, openDescriptors(controller) + SPARE_DESCRIPTORS);
      List<RawSwitch> many = new ArrayList<>(fillDescriptors(controller));
      for (int i = 0; i < waiting; i++) {
        many.add(target(controller).connect(new AttackCounts()));
      }
      for (int i = 0; i < 100; i++) {
        assertThat(early.ask(1, 2, -1)).as(controller::describe).isNotNull();
      }
      for (RawSwitch each : many) {
        each.reset();
      }
      controller.awaitLog("connections are accepted again", 1);
      try (BareSwitch late = new BareSwitch(port(controller), 2)) {
        assertThat(late.ask(1, 2, -1)).isNotNull();
      }
      assertThat(early.ask(1, 2, -1)).isNotNull();
      assertThat(controller.log().split("cannot accept connections", -1)).hasSize(2);
      controller.terminate();
    }
  }

  @Test
  void shouldServeOnWhenTheDiskOfItsLogIsFull() throws Exception {
    Path config = Rigs.PROJECT.resolve("config/learning-switch.conf");
    try (StartedController controller =
        StartedController.start(
            List.of("--config", config.toString()), "127.0.0.1:0", Path.of("/dev/full"))) {
      for (int i = 1; i <= 20; i++) { // each that comes and goes is two lines
        try (BareSwitch sw = new BareSwitch(port(controller), i)) {
          assertThat(sw.ask(1, 2, -1)).isNotNull();
        }
      }
      controller.terminate();
    }
  }

  private static void limitDescriptors(StartedController controller, long count)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("prlimit", "--pid", "" + controller.pid(), "--nofile=" + count)
            .inheritIO()
            .start();
    assertThat(process.waitFor()).isZero();
  }

  /** Connects until the last that was accepted has left no descriptor. */
  private static List<RawSwitch> fillDescriptors(StartedController controller) throws Exception {
    List<RawSwitch> accepted = new ArrayList<>();
    while (!controller.log().contains(OUT_OF_DESCRIPTORS)) {
      long before = openSockets(controller);
      accepted.add(target(controller).connect(new AttackCounts()));
      Awaitility.await()
          .atMost(5, TimeUnit.MINUTES)
          .until(
              () ->
                  openSockets(controller) > before
                      || controller.log().contains(OUT_OF_DESCRIPTORS));
    }
    return accepted;
  }

  private static long openDescriptors(StartedController controller) throws IOException {
    return descriptors(controller, each -> true);
  }

  /** Without files, which a JVM opens and closes at any time. */
  private static long openSockets(StartedController controller) throws IOException {
    return descriptors(controller, FaultsIT::isSocket);
  }

  private static long descriptors(StartedController controller, Predicate<Path> counted)
      throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/" + controller.pid() + "/fd"))) {
      return open.filter(counted).count();
    } catch (NoSuchFileException e) {
      throw new AssertionError("the controller has ended\n" + controller.describe(), e);
    }
  }

  private static boolean isSocket(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
    } catch (IOException e) {
      return false; // closed meanwhile
    }
  }

  private static int port(StartedController controller) {
    return Integer.parseInt(controller.port());
  }

  private static Target target(StartedController controller) {
    return new Target(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), port(controller)), 4, 1, null);
  }
}
