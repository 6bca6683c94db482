package maestro.net.socket;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import maestro.tls.PeerCertificate;
import org.jspecify.annotations.Nullable;

/** The other end of one connection: its address, and its certificate if it has one. Any thread. */
public final class Peer {
  private final InetSocketAddress address;

  /** Null on a port that is plain TCP. */
  private final @Nullable TlsChannel tls;

  public Peer(InetSocketAddress address, @Nullable TlsChannel tls) {
    this.address = address;
    this.tls = tls;
  }

  /** The address without the port. */
  public InetAddress host() {
    return address.getAddress();
  }

  /** The address for a log line. */
  public String addressText() {
    String text = String.valueOf(address);
    return text.startsWith("/") ? text.substring(1) : text;
  }

  /** The certificate that it has shown; empty without one. */
  public Optional<PeerCertificate> certificate() {
    return tls == null ? Optional.empty() : tls.certificate();
  }

  /** Whether its certificate would do for a controller, too. */
  public boolean mayPlayController() {
    return tls != null && tls.mayPlayController();
  }

  /** Why the certificate does not permit this datapath id; empty when it does. */
  public Optional<String> refusal(long datapathId) {
    return tls == null ? Optional.empty() : tls.refusal(datapathId);
  }
}
