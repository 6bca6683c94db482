package maestro.config;

/** The input batching policies that can be configured. */
public enum BatchingPolicyName implements Spelled {
  ADAPTIVE,
  ROUNDS,
  FIXED
}
