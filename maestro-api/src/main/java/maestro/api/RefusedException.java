package maestro.api;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.protocol.OFErrorMsg;

/**
 * A request to a switch has failed: the switch answered with an error, was congested, left, or did
 * not answer in time.
 */
public final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient @Nullable OFErrorMsg error;

  /**
   * Makes the exception.
   *
   * @param message what has happened, for people
   * @param error the switch's answer; null when there was none
   */
  public RefusedException(String message, @Nullable OFErrorMsg error) {
    super(message);
    this.error = error;
  }

  /** The switch's error message, when it sent one. */
  public Optional<OFErrorMsg> error() {
    return Optional.ofNullable(error);
  }
}
