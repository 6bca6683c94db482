package maestro.emulator.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import maestro.emulator.limit.LimitResponder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench limit}: the ceiling of the machine, until SIGTERM or for some seconds. */
@Command(
    name = "limit",
    mixinStandardHelpOptions = true,
    description = "Answer every PACKET_IN at once and learn nothing: the ceiling of this machine.")
final class LimitCommand implements Callable<Integer> {
  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      converter = HostPort.class,
      defaultValue = "127.0.0.1:6653",
      description = "Where to listen; port 0 takes a free one (default: ${DEFAULT-VALUE}).")
  private InetSocketAddress listen;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "Stop after this long (default: on SIGTERM).")
  private Long seconds;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    try (LimitResponder responder = LimitResponder.listen(listen)) {
      CountDownLatch stop = new CountDownLatch(1);
      CountDownLatch stopped = new CountDownLatch(1);
      Thread hook = new Thread(() -> stopAndWait(stop, stopped), "stop");
      Runtime.getRuntime().addShutdownHook(hook);
      responder.start();
      out.println("limit: listening on " + HostPort.text(responder.address()));
      out.flush();
      boolean asked = seconds == null ? awaitForever(stop) : stop.await(seconds, TimeUnit.SECONDS);
      responder.stop();
      out.println("limit: answered " + responder.answeredRequests() + " requests");
      out.flush();
      stopped.countDown();
      if (!asked) {
        Runtime.getRuntime().removeShutdownHook(hook);
      }
      return 0;
    } catch (IOException e) {
      spec.commandLine()
          .getErr()
          .println("limit: cannot listen on " + HostPort.text(listen) + ": " + e.getMessage());
      return 1;
    }
  }

  private static boolean awaitForever(CountDownLatch stop) throws InterruptedException {
    stop.await();
    return true;
  }

  private static void stopAndWait(CountDownLatch stop, CountDownLatch stopped) {
    stop.countDown();
    try {
      boolean printed = stopped.await(2, TimeUnit.SECONDS);
      assert printed;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
