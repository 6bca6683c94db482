package maestro.cli;

import maestro.config.file.CommandLineSetting;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the value of {@code --set}. Stateless. */
public final class SettingConverter implements ITypeConverter<CommandLineSetting> {
  @Override
  public CommandLineSetting convert(String text) {
    try {
      return CommandLineSetting.parse("--set", text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
