package maestro.testkit;

import java.io.IOException;
import java.nio.channels.ByteChannel;
import maestro.DrivenMaestro;
import maestro.emulator.network.VirtualController;

/** A controller without threads, for a {@link maestro.emulator.network.VirtualNetwork}. */
final class VirtualMaestro implements VirtualController {
  private final DrivenMaestro maestro;

  VirtualMaestro(DrivenMaestro maestro) {
    this.maestro = maestro;
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
