package maestro.cli.tls;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import maestro.config.file.BadConfigurationException;
import maestro.tls.BadTlsException;
import maestro.tls.CertificateAuthority;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes certificates of further switches and controllers with a CA from {@link TlsInitCommand}. */
@Command(
    name = "add",
    description =
        "Makes keys and certificates of further switches, or of a further controller, with the CA"
            + " that init has made.")
final class TlsAddCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "The folder that init was given.")
  private Path folder;

  @Mixin private TlsSwitchOptions options;

  @Mixin private TlsControllerOptions controllerOptions;

  @Override
  public Integer call() throws BadConfigurationException, GeneralSecurityException {
    CommandLine command = spec.commandLine();
    controllerOptions.refuseWithoutName(command);
    boolean addsController = controllerOptions.isNamed();
    List<TlsSwitchOptions.Named> switches =
        addsController && !options.isNamed() ? List.of() : options.named(command);
    String controller = controllerOptions.file(command);
    List<String> hosts = controllerOptions.hosts(command);
    Optional<UserPrincipal> owner = controllerOptions.owner(command);
    options.check(command);
    TlsFolder files = new TlsFolder(folder);
    files.refuseToOverwrite(addsController ? List.of(controller) : List.of());
    files.refuseToOverwrite(switches.stream().map(TlsSwitchOptions.Named::file).toList());
    CertificateAuthority ca;
    try {
      ca = CertificateAuthority.load(files.key(TlsFolder.CA), files.certificate(TlsFolder.CA));
    } catch (BadTlsException e) {
      throw new BadConfigurationException(List.of("maestro: " + e.getMessage()));
    }
    PrintWriter out = command.getOut();
    if (addsController) {
      files.write(
          controller, options.signController(ca, controllerOptions.name(command), hosts), owner);
      TlsControllerOptions.explain(files, controller, hosts, false, out);
    }
    for (TlsSwitchOptions.Named each : switches) {
      files.write(each.file(), options.signSwitch(ca, each));
    }
    if (!switches.isEmpty()) {
      TlsSwitchOptions.explain(files, switches, out);
    }
    out.flush();
    return 0;
  }
}
