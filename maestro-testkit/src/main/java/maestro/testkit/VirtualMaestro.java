package maestro.testkit;

import java.io.IOException;
import java.nio.channels.ByteChannel;
import maestro.Maestro;
import maestro.emulator.network.VirtualController;

/** A controller without threads, for a {@link maestro.emulator.network.VirtualNetwork}. */
final class VirtualMaestro implements VirtualController {
  private final Maestro maestro;

  VirtualMaestro(Maestro maestro) {
    this.maestro = maestro;
  }

  @Override
  public ByteChannel connect() throws IOException {
    return maestro.connectInMemory();
  }

  @Override
  public int doWork() {
    return maestro.drive();
  }

  @Override
  public long nextNs() {
    return maestro.nextDriveNs();
  }

  @Override
  public void close() {
    maestro.close();
  }
}
