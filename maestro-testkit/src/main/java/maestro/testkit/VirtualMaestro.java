package maestro.testkit;

import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import maestro.DrivenMaestro;
import maestro.network.channel.VirtualController;
import maestro.sequence.event.ApplicationAnswer;

/** A controller without threads, for a {@link maestro.network.VirtualNetwork}. */
final class VirtualMaestro implements VirtualController {
  private final DrivenMaestro maestro;

  VirtualMaestro(DrivenMaestro maestro) {
    this.maestro = maestro;
  }

  /** The mistakes of stages that were found, a line each. */
  List<String> findings() {
    return maestro.findings();
  }

  /** Lets an application answer a request by REST. */
  CompletableFuture<ApplicationAnswer> answer(
      String application, String method, List<String> path, String body) {
    return maestro.answer(application, method, path, body);
  }

  @Override
  public ByteChannel connect() throws IOException {
    return maestro.connect();
  }

  @Override
  public int doWork() {
    return maestro.doWork();
  }

  @Override
  public long nextNs() {
    return maestro.nextNs();
  }

  @Override
  public void close() {
    maestro.close();
  }
}
