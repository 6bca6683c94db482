package maestro.network.cli;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a size of memory, such as {@code 512m} or {@code 2 GiB}. */
final class SizeOption implements ITypeConverter<Long> {
  private static final long LEAST_BYTES = 1 << 16;
  private static final long MOST_BYTES = 1L << 42;

  @Override
  public Long convert(String text) {
    try {
      long bytes =
          ConfigFactory.parseString("size=\"" + text.replaceAll("[^\\w. ]", "?") + "\"")
              .getBytes("size");
      if (bytes >= LEAST_BYTES && bytes <= MOST_BYTES) {
        return bytes;
      }
    } catch (ConfigException e) {
      throw new TypeConversionException(wrong(text));
    }
    throw new TypeConversionException(wrong(text));
  }

  private static String wrong(String text) {
    return "found '" + text + "'; allowed: 64 KiB to 4 TiB, such as 512m, 2 GiB";
  }
}
