package maestro.emulator.cli;

import maestro.emulator.scenario.ProtocolVersion;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A version of OpenFlow: {@code 1.0} or {@code 1.3}. */
public final class VersionOption implements ITypeConverter<ProtocolVersion> {
  @Override
  public ProtocolVersion convert(String text) {
    for (ProtocolVersion version : ProtocolVersion.values()) {
      if (version.text().equals(text)) {
        return version;
      }
    }
    throw new TypeConversionException("found '" + text + "'; allowed: 1.0, 1.3");
  }
}
