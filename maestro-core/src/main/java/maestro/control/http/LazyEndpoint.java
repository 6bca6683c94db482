package maestro.control.http;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An endpoint that is made at its first request. Confined to the control thread. */
public final class LazyEndpoint implements Endpoint {
  private final Supplier<Endpoint> maker;
  private @Nullable Endpoint made;

  public LazyEndpoint(Supplier<Endpoint> maker) {
    this.maker = maker;
  }

  @Override
  public Reply answer(Question question) throws RefusedQuestion {
    Endpoint endpoint = made;
    if (endpoint == null) {
      endpoint = maker.get();
      made = endpoint;
    }
    return endpoint.answer(question);
  }
}
