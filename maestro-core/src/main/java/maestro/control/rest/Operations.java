package maestro.control.rest;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import maestro.config.MaestroConfig;
import maestro.config.file.LoadedConfig;

/**
 * What the control listener needs of the program that runs the controller. Any thread. What changes
 * the controller happens one after the other, on a thread of the program.
 */
public interface Operations {
  /** The configuration as it was read, at the start or by the last reload. */
  LoadedConfig config();

  /**
   * Reads the configuration anew and puts it in force.
   *
   * @param origin who wants it, for the log
   * @return what is wrong with it; empty when it is in force
   */
  CompletableFuture<List<String>> reload(String origin);

  /**
   * Changes what can change while the controller runs, until the next reload.
   *
   * @param change makes the next configuration of the one in force
   * @return what was in the way; empty when the change is in force
   */
  CompletableFuture<List<String>> change(UnaryOperator<MaestroConfig> change);
}
