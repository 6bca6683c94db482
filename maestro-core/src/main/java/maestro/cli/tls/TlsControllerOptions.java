package maestro.cli.tls;

import com.google.common.net.InetAddresses;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.FileSystems;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that {@code tls init} and {@code tls add} share: the controller and its hosts. */
final class TlsControllerOptions {
  /** The name of a controller that was given none, and of its files. */
  private static final String USUAL = "controller";

  /** What every controller may be called by those who reach it over loopback. */
  private static final List<String> OF_EVERY_MACHINE = List.of("localhost", "127.0.0.1", "::1");

  /** A DNS name, or one with a star for its first label. */
  private static final Pattern DNS_NAME =
      Pattern.compile(
          "(\\*\\.)?([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)*"
              + "[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?");

  private static final int MOST_NAME_LENGTH = 253;

  @Option(
      names = "--controller",
      paramLabel = "NAME",
      description =
          "The controller's name, in its certificate and in the names of its files. init without"
              + " one names it controller; add makes a certificate for a controller when this is"
              + " given.")
  private @Nullable String name;

  @Option(
      names = "--host",
      paramLabel = "NAME|IP",
      description =
          "A DNS name or an address by which clients call the controller. May be repeated."
              + " Without one: the name and the addresses of this machine. localhost and the"
              + " addresses of loopback are always in.")
  private List<String> hosts = List.of();

  @Option(
      names = "--owner",
      paramLabel = "USER",
      description =
          "The user that the controller runs as: gets the controller's key, so that no other user"
              + " can read it, and may enter the folder. Without one: who runs this command.")
  private @Nullable String owner;

  /** Whether a controller was named. */
  boolean isNamed() {
    return name != null;
  }

  /** Refuses what is for the certificate of a controller when none is asked for. */
  void refuseWithoutName(CommandLine command) {
    if (!isNamed() && (!hosts.isEmpty() || owner != null)) {
      throw new ParameterException(
          command,
          (owner == null ? "--host" : "--owner")
              + ": found without --controller; allowed: both, or neither");
    }
  }

  /** The controller's name. */
  String name(CommandLine command) {
    String given = name == null ? USUAL : name;
    if (!TlsSwitchOptions.NAME.matcher(given).matches()) {
      throw new ParameterException(
          command,
          "--controller: found '" + given + "'; allowed: a name of " + TlsSwitchOptions.LETTERS);
    }
    return given;
  }

  /** The first part of the names of the controller's files. */
  String file(CommandLine command) {
    String given = name(command);
    return given.equals(USUAL) ? TlsFolder.CONTROLLER : TlsFolder.CONTROLLER + "-" + given;
  }

  /** Who gets the controller's key; empty for the user of this process. */
  Optional<UserPrincipal> owner(CommandLine command) {
    if (owner == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName(owner));
    } catch (IOException | UnsupportedOperationException e) {
      throw new ParameterException(
          command, "--owner: found '" + owner + "'; allowed: a user of this machine");
    }
  }

  /** By which names and addresses clients call the controller. */
  List<String> hosts(CommandLine command) {
    for (String host : hosts) {
      boolean isName = host.length() <= MOST_NAME_LENGTH && DNS_NAME.matcher(host).matches();
      if (!isName && (host.contains("%") || !InetAddresses.isInetAddress(host))) {
        throw new ParameterException(
            command,
            "--host: found '" + host + "'; allowed: a DNS name, or an address such as 192.0.2.7");
      }
    }
    Set<String> all = new LinkedHashSet<>(hosts.isEmpty() ? ofThisMachine() : hosts);
    all.addAll(OF_EVERY_MACHINE);
    return List.copyOf(all);
  }

  private static List<String> ofThisMachine() {
    List<String> found = new ArrayList<>();
    try {
      String own = InetAddress.getLocalHost().getHostName();
      if (DNS_NAME.matcher(own).matches()) {
        found.add(own);
      }
    } catch (UnknownHostException e) {
      // A machine whose own name has no address: nobody calls it by that name.
    }
    try {
      NetworkInterface.networkInterfaces()
          .flatMap(NetworkInterface::inetAddresses)
          .filter(each -> !each.isLoopbackAddress() && !each.isLinkLocalAddress())
          .map(each -> InetAddresses.toAddrString(each).replaceFirst("%.*", ""))
          .forEach(found::add);
    } catch (SocketException e) {
      // A machine without network.
    }
    return found;
  }

  /**
   * Prints the configuration of the controller.
   *
   * @param file of its files
   * @param bind whether the certificates of all switches are bound to their datapath ids
   */
  static void explain(
      TlsFolder files, String file, List<String> hosts, boolean bind, PrintWriter out) {
    out.println("Clients may call the controller " + String.join(", ", hosts) + ".");
    out.println("The configuration of the controller:");
    out.println();
    out.println("maestro.tls {");
    out.println("  enabled = true");
    out.println("  private-key = \"" + files.key(file) + "\"");
    out.println("  certificate = \"" + files.certificate(file) + "\"");
    out.println("  ca-certificates = \"" + files.certificate(TlsFolder.CA) + "\"");
    if (bind) {
      out.println("  bind-datapath-id = true");
    }
    out.println("}");
    out.println();
  }
}
