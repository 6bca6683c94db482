package maestro.config;

/** The thread that cuts a read of shared-queue into requests. */
public enum ChoppingThread implements Spelled {
  /** The worker that takes the read from the queue. */
  WORKER,
  /** The select thread that has read, as in the Maestro paper. */
  SELECT_THREAD
}
