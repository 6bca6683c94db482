package maestro.config;

/** What makes a sequence run. */
public enum Trigger implements Spelled {
  /** A packet that matched no flow entry. */
  FLOW_REQUEST
}
