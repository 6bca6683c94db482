package maestro.control.http;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint whose answer is made anew only when something was measured since. So many clients
 * that ask together get one answer, which is in memory once. Confined to the control thread.
 */
public final class Shared implements Endpoint {
  private final Supplier<Answer> maker;
  private @Nullable Answer made;

  public Shared(Supplier<Answer> maker) {
    this.maker = maker;
  }

  @Override
  public Answer answer(Question question) {
    return current();
  }

  /** The answer by now. */
  public Answer current() {
    Answer answer = made;
    if (answer == null) {
      answer = maker.get().forMany();
      made = answer;
    }
    return answer;
  }

  /** Makes the next answer anew. */
  public void outdated() {
    made = null;
  }
}
