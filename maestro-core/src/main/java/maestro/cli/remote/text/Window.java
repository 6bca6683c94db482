package maestro.cli.remote.text;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The times over which the controller measures rates. */
public enum Window {
  ONE_SECOND("1s"),
  TEN_SECONDS("10s"),
  ONE_MINUTE("60s");

  private final String text;

  Window(String text) {
    this.text = text;
  }

  /** As the controller's answers name it. */
  public String text() {
    return text;
  }

  /** Reads an option. */
  public static final class Converter implements ITypeConverter<Window> {
    @Override
    public Window convert(String found) {
      for (Window each : values()) {
        if (each.text.equals(found)) {
          return each;
        }
      }
      throw new TypeConversionException("found '" + found + "'; allowed: 1s, 10s, 60s");
    }
  }
}
