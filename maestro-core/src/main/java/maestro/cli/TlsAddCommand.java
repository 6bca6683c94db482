package maestro.cli;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.concurrent.Callable;
import maestro.config.BadConfigurationException;
import maestro.tls.BadTlsException;
import maestro.tls.CertificateAuthority;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes certificates of further switches with a CA from {@link TlsInitCommand}. */
@Command(
    name = "add",
    description = "Makes keys and certificates of further switches with the CA that init has made.")
final class TlsAddCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "The folder that init was given.")
  private Path folder;

  @Mixin private TlsSwitchOptions options;

  @Override
  public Integer call() throws BadConfigurationException, GeneralSecurityException {
    List<TlsSwitchOptions.Named> switches = options.named(spec.commandLine());
    options.check(spec.commandLine());
    TlsFolder files = new TlsFolder(folder);
    files.refuseToOverwrite(switches.stream().map(TlsSwitchOptions.Named::file).toList());
    CertificateAuthority ca;
    try {
      ca = CertificateAuthority.load(files.key(TlsFolder.CA), files.certificate(TlsFolder.CA));
    } catch (BadTlsException e) {
      throw new BadConfigurationException(List.of("maestro: " + e.getMessage()));
    }
    for (TlsSwitchOptions.Named each : switches) {
      files.write(each.file(), options.sign(ca, each.name()));
    }
    TlsSwitchOptions.explain(files, switches, spec.commandLine().getOut());
    return 0;
  }
}
