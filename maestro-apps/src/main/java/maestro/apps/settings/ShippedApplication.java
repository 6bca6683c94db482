package maestro.apps.settings;

import maestro.api.Application;

/** An application that ships with Maestro. */
public abstract class ShippedApplication implements Application {
  private final String name;
  private final int requiredApiLevel;

  /** An application by its name in configurations, and the API level that it needs. */
  protected ShippedApplication(String name, int requiredApiLevel) {
    this.name = name;
    this.requiredApiLevel = requiredApiLevel;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String version() {
    return "1.0";
  }

  @Override
  public final int requiredApiLevel() {
    return requiredApiLevel;
  }
}
