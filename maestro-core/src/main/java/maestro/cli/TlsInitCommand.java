package maestro.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Callable;
import maestro.config.BadConfigurationException;
import maestro.tls.CertificateAuthority;
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

  @Override
  public Integer call() throws BadConfigurationException, GeneralSecurityException {
    List<TlsSwitchOptions.Named> switches = options.named(spec.commandLine());
    TlsFolder files = new TlsFolder(folder);
    files.refuseToOverwrite(List.of(TlsFolder.CA, TlsFolder.CONTROLLER));
    files.refuseToOverwrite(switches.stream().map(TlsSwitchOptions.Named::file).toList());

    options.check(spec.commandLine());
    Instant now = Instant.now();
    CertificateAuthority ca =
        CertificateAuthority.create(
            "Maestro CA " + now.truncatedTo(ChronoUnit.SECONDS),
            TlsSwitchOptions.validFrom(now),
            now.plus(
                TlsSwitchOptions.days(spec.commandLine(), "--ca-days", caDays), ChronoUnit.DAYS));
    files.write(TlsFolder.CA, ca.own());
    files.write(TlsFolder.CONTROLLER, options.sign(ca, "maestro-controller"));
    for (TlsSwitchOptions.Named each : switches) {
      files.write(each.file(), options.sign(ca, each.name()));
    }
    explain(files, switches, spec.commandLine().getOut());
    return 0;
  }

  private static void explain(
      TlsFolder files, List<TlsSwitchOptions.Named> switches, PrintWriter out) {
    out.println("Made a CA and certificates in " + files.folder() + ".");
    out.println(
        "Keep " + files.key(TlsFolder.CA) + " where neither switches nor strangers get it.");
    out.println();
    out.println("The configuration of the controller:");
    out.println();
    out.println("maestro.tls {");
    out.println("  enabled = true");
    out.println("  private-key = \"" + files.key(TlsFolder.CONTROLLER) + "\"");
    out.println("  certificate = \"" + files.certificate(TlsFolder.CONTROLLER) + "\"");
    out.println("  ca-certificates = \"" + files.certificate(TlsFolder.CA) + "\"");
    if (switches.stream().allMatch(TlsSwitchOptions.Named::isDatapathId)) {
      out.println("  bind-datapath-id = true");
    }
    out.println("}");
    out.println();
    TlsSwitchOptions.explain(files, switches, out);
  }
}
