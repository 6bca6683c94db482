package maestro.emulator.engine;

import java.io.IOException;
import maestro.emulator.engine.TruthResponder.Behaviour;

/** A controller that does something at one request, before it answers that as all others. */
final class AtRequest implements Behaviour {
  private final int number;
  private final Deed deed;
  private int count;

  /** Does it at the request with this number, from 1. */
  AtRequest(int number, Deed deed) {
    this.number = number;
    this.deed = deed;
  }

  @Override
  public void onRequest(TruthRequest request, TruthConnection out) throws IOException {
    if (++count == number) {
      deed.with(out);
    }
    out.write(request.answer());
  }

  /** What a controller does. */
  interface Deed {
    void with(TruthConnection out) throws IOException;
  }
}
