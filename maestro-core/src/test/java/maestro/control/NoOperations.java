package maestro.control;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import maestro.config.MaestroConfig;
import maestro.config.file.LoadedConfig;
import maestro.control.rest.Operations;

/** For tests in which nobody asks for the configuration or changes it. */
final class NoOperations implements Operations {
  @Override
  public LoadedConfig config() {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<List<String>> reload(String origin) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<List<String>> change(UnaryOperator<MaestroConfig> change) {
    throw new UnsupportedOperationException();
  }
}
