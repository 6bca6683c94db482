package maestro.emulator.engine;

import maestro.emulator.engine.TruthResponder.Behaviour;

/** Answers the second request of each pair before the first one. */
final class SwapsPairs implements Behaviour {
  private TruthRequest held;

  @Override
  public void onRequest(TruthRequest request, TruthConnection out) {
    if (held == null) {
      held = request;
    } else {
      out.write(request.answer());
      out.write(held.answer());
      held = null;
    }
  }
}
