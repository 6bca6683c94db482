package maestro.config;

import java.net.InetSocketAddress;

/**
 * An address to listen at. Immutable.
 *
 * @param host name or address; {@code *} is every address of the machine
 * @param port 0 for a free one
 */
public record ListenAddress(String host, int port) {
  /**
   * The socket address. Resolves the host's name; the address is unresolved when there is no such
   * host.
   */
  public InetSocketAddress toSocketAddress() {
    return host.equals("*") ? new InetSocketAddress(port) : new InetSocketAddress(host, port);
  }

  /** {@code HOST:PORT}, as operators write it. */
  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
