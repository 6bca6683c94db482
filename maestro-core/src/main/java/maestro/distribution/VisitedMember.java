package maestro.distribution;

/**
 * A member as the cycle of a worker sees it: its input, and whether it is in the cycle. All methods
 * are for the holder of the claim.
 */
public abstract class VisitedMember extends Member {
  /** Enters the worker's cycle; false when the member is in it already. */
  public abstract boolean enterCycle();

  /** The bytes that were read and not chopped yet. */
  public abstract int bufferedBytes();

  /**
   * The bytes to read for a visit: about as many as it may serve.
   *
   * @param mostBytes the limit of the strategy
   * @param requests how many the visit may serve
   */
  public abstract int bytesToRead(int mostBytes, int requests);

  /** Whether more input may be there: the last read filled its room. */
  public abstract boolean mayHaveMore();

  /** Whether bytes from the socket wait to be decrypted. */
  public abstract boolean holdsMore();

  /** Whether the stream has ended. */
  public abstract boolean hasEnded();

  /** Whether the switch reads so slowly that its requests have to wait. */
  public abstract boolean isCongested();

  /** Whether the member is to be closed. It stays ready until then. */
  public abstract boolean isClosing();

  /** The requests that were chopped last, plus what other messages count as. */
  public abstract int choppedRequests();

  /** Called when no batch entry points into the input buffer any more and the visit goes on. */
  public abstract void batchWasRun();
}
