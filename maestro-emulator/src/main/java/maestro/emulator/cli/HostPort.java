package maestro.emulator.cli;

import java.net.InetSocketAddress;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code HOST:PORT} from a command line; an IPv6 host stands in brackets. */
public final class HostPort implements ITypeConverter<InetSocketAddress> {
  @Override
  public InetSocketAddress convert(String text) {
    return parse(text);
  }

  static InetSocketAddress parse(String text) {
    int colon = text.lastIndexOf(':');
    String host = colon < 0 ? "" : text.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    }
    int port = colon < 0 ? -1 : port(text.substring(colon + 1));
    if (host.isEmpty() || port < 0) {
      throw new TypeConversionException(
          "found '" + text + "'; allowed: HOST:PORT, such as 127.0.0.1:6653");
    }
    InetSocketAddress address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw new TypeConversionException(
          "found '" + text + "', whose host is not known; allowed: HOST:PORT");
    }
    return address;
  }

  /** The address as an operator writes it. */
  public static String text(InetSocketAddress address) {
    String host = address.getAddress().getHostAddress();
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + address.getPort();
  }

  private static int port(String digits) {
    try {
      int port = Integer.parseInt(digits);
      return port <= 65_535 ? port : -1;
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
