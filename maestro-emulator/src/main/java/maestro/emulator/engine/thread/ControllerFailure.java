package maestro.emulator.engine.thread;

/** The controller did something that ends the run; the message is one line for an operator. */
final class ControllerFailure extends Exception {
  private static final long serialVersionUID = 1L;

  ControllerFailure(String message) {
    super(message);
  }
}
