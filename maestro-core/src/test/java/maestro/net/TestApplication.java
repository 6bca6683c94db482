package maestro.net;

import java.util.function.Function;
import maestro.api.Application;
import maestro.api.ApplicationContext;

/** An application made of a lambda. */
public record TestApplication(String name, Function<ApplicationContext, StageFactory> starter)
    implements Application {
  @Override
  public String version() {
    return "1";
  }

  @Override
  public StageFactory start(ApplicationContext context) {
    return starter.apply(context);
  }
}
