package maestro.net;

import maestro.api.SwitchInfo;

/** Hears of switches. */
@FunctionalInterface
public interface SwitchListener {
  /**
   * The features of a switch are known; its requests follow. Called by the holder of the claim,
   * before the first request.
   *
   * @return the switch-local state, one element for each that was declared
   * @throws IllegalStateException when the switch cannot be served; it is closed with that message
   */
  Object[] featuresKnown(SwitchInfo info);
}
