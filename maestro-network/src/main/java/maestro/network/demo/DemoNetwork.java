package maestro.network.demo;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import maestro.emulator.cli.Interruption;
import maestro.network.Network;
import maestro.network.channel.ControllerAddress;
import maestro.network.report.ScenarioReport;
import maestro.network.scenario.NetworkScenario;

/**
 * A network that runs a scenario again and again on a thread of its own, until it is closed. Its
 * results are dropped each time, so that it can run for days.
 */
final class DemoNetwork implements AutoCloseable {
  private static final long CONNECT_NS = TimeUnit.SECONDS.toNanos(30);

  private final CompletableFuture<Void> connected = new CompletableFuture<>();
  private final CompletableFuture<Void> failed = new CompletableFuture<>();
  private final NetworkScenario scenario;
  private final InetSocketAddress controller;
  private final Thread thread;
  private volatile boolean closed;

  DemoNetwork(NetworkScenario scenario, InetSocketAddress controller) {
    this.scenario = scenario;
    this.controller = controller;
    this.thread = new Thread(this::run, "network");
    thread.start();
  }

  /** Is done when the controller knows all switches, or fails with the network. */
  CompletableFuture<Void> connected() {
    return connected;
  }

  /** Fails when the network does; is never done else. */
  CompletableFuture<Void> failed() {
    return failed;
  }

  private void run() {
    ControllerAddress address = new ControllerAddress(List.of(controller), null);
    try (Network network = new Network(scenario, address)) {
      network.awaitController(CONNECT_NS);
      connected.complete(null);
      network.runFor(scenario.settleNs());
      while (!closed) {
        ScenarioReport unused = network.run(scenario);
      }
    } catch (InterruptedException e) {
      // it is closed
    } catch (IOException | RuntimeException e) {
      connected.completeExceptionally(e);
      failed.completeExceptionally(e);
    }
  }

  /** Ends it and waits until its connections are closed. */
  @Override
  public void close() {
    closed = true;
    Interruption.stop(thread);
  }
}
