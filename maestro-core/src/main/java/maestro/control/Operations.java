package maestro.control;

import maestro.config.LoadedConfig;

/** What the control listener needs of the program that runs the controller. Any thread. */
public interface Operations {
  /** The configuration as it was read, at the start or by the last reload. */
  LoadedConfig config();
}
