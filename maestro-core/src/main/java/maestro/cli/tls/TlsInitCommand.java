package maestro.cli.tls;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import maestro.config.file.BadConfigurationException;
import maestro.tls.CertificateAuthority;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a CA and the certificates of a controller and its switches. */
@Command(
    name = "init",
    description = {
      "Makes a CA, and keys and certificates for the controller and the switches, and says how they"
          + " are used. Overwrites nothing."
    })
final class TlsInitCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "The folder to put them into.")
  private Path folder;

  @Mixin private TlsSwitchOptions options;

  @Option(
      names = "--ca-days",
      paramLabel = "N",
      description = "How long the CA is valid. Default: ${DEFAULT-VALUE}.",
      defaultValue = "3650")
  private int caDays;

  @Mixin private TlsControllerOptions controllerOptions;

  @Override
  public Integer call() throws BadConfigurationException, GeneralSecurityException {
    CommandLine command = spec.commandLine();
    List<TlsSwitchOptions.Named> switches = options.named(command);
    String controller = controllerOptions.file(command);
    List<String> hosts = controllerOptions.hosts(command);
    Optional<UserPrincipal> owner = controllerOptions.owner(command);
    TlsFolder files = new TlsFolder(folder);
    files.refuseToOverwrite(List.of(TlsFolder.CA, controller));
    files.refuseToOverwrite(switches.stream().map(TlsSwitchOptions.Named::file).toList());

    options.check(command);
    Instant now = Instant.now();
    CertificateAuthority ca =
        CertificateAuthority.create(
            "Maestro CA " + now.truncatedTo(ChronoUnit.SECONDS),
            TlsSwitchOptions.validFrom(now),
            now.plus(TlsSwitchOptions.days(command, "--ca-days", caDays), ChronoUnit.DAYS));
    files.write(TlsFolder.CA, ca.own());
    files.write(
        controller, options.signController(ca, controllerOptions.name(command), hosts), owner);
    for (TlsSwitchOptions.Named each : switches) {
      files.write(each.file(), options.signSwitch(ca, each));
    }

    PrintWriter out = command.getOut();
    out.println("Made a CA and certificates in " + files.folder() + ".");
    out.println(
        "Keep " + files.key(TlsFolder.CA) + " where neither switches nor strangers get it.");
    out.println();
    boolean bind = switches.stream().allMatch(TlsSwitchOptions.Named::isDatapathId);
    TlsControllerOptions.explain(files, controller, hosts, bind, out);
    TlsSwitchOptions.explain(files, switches, out);
    return 0;
  }
}
