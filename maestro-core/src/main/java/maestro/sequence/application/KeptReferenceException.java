package maestro.sequence.application;

/** An application has used a request, a batch or an output outside the call of its stage. */
public final class KeptReferenceException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  KeptReferenceException(String application) {
    super(
        "application "
            + application
            + " uses a request, a batch or an output that it has kept: they are valid only while"
            + " its stage runs, and only on the thread of that stage");
  }
}
