package maestro.bench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import maestro.emulator.baseline.BaselineResponder;
import maestro.emulator.cli.HostPort;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench limit}: runs the baseline responder until SIGTERM, or for some seconds. */
@Command(
    name = "limit",
    mixinStandardHelpOptions = true,
    description =
        "Run the baseline responder, which answers every PACKET_IN at once and learns nothing."
            + " Its throughput is the upper limit of this machine.")
final class BaselineCommand implements Callable<Integer> {
  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      converter = HostPort.class,
      defaultValue = "127.0.0.1:6653",
      description = "Where to listen; 0 is any free port (default: ${DEFAULT-VALUE}).")
  private InetSocketAddress listen;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "The seconds until it stops (default: on SIGTERM).")
  private Long seconds;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    try (BaselineResponder responder = BaselineResponder.listen(listen)) {
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
