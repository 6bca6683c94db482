package maestro.api;

import java.util.Optional;
import org.projectfloodlight.openflow.protocol.OFErrorMsg;

/** A request to a switch was not answered, or with an error. */
public final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient OFErrorMsg error;

  /**
   * Says what happened.
   *
   * @param error what the switch answered; null when it was nothing
   */
  public RefusedException(String message, OFErrorMsg error) {
    super(message);
    this.error = error;
  }

  /** The switch's error message, when it sent one. */
  public Optional<OFErrorMsg> error() {
    return Optional.ofNullable(error);
  }
}
