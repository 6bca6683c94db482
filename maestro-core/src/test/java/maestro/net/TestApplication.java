package maestro.net;

import java.util.function.Function;
import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.Stages;

/** An application made of a lambda. */
public record TestApplication(String name, Function<ApplicationContext, Stages> starter)
    implements Application {
  @Override
  public String version() {
    return "1";
  }

  @Override
  public Stages start(ApplicationContext context) {
    return starter.apply(context);
  }
}
