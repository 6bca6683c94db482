package maestro.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import maestro.config.BadConfigurationException;
import maestro.tls.CertificateAuthority;

/**
 * A folder of keys and certificates: {@code NAME-key.pem}, readable only by its owner, and {@code
 * NAME-cert.pem}.
 */
final class TlsFolder {
  static final String CA = "ca";
  static final String CONTROLLER = "controller";

  private final Path folder;

  TlsFolder(Path folder) {
    this.folder = folder.toAbsolutePath().normalize();
  }

  Path folder() {
    return folder;
  }

  Path key(String name) {
    return folder.resolve(name + "-key.pem");
  }

  Path certificate(String name) {
    return folder.resolve(name + "-cert.pem");
  }

  void refuseToOverwrite(List<String> names) throws BadConfigurationException {
    for (String name : names) {
      for (Path file : List.of(key(name), certificate(name))) {
        if (Files.exists(file)) {
          throw new BadConfigurationException(
              List.of("maestro: " + file + " is there already; nothing was written"));
        }
      }
    }
  }

  void write(String name, CertificateAuthority.Signed signed) throws BadConfigurationException {
    try {
      Files.createDirectories(folder, only("rwx------"));
      write(key(name), signed.keyPem(), "rw-------");
      write(certificate(name), signed.certificatePem(), "rw-r--r--");
    } catch (IOException e) {
      throw new BadConfigurationException(List.of("maestro: cannot write: " + e.getMessage()));
    }
  }

  private static void write(Path file, String text, String permissions) throws IOException {
    Set<StandardOpenOption> options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (SeekableByteChannel channel = Files.newByteChannel(file, options, only(permissions))) {
      channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
    }
  }

  private static FileAttribute<Set<PosixFilePermission>> only(String permissions) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
  }
}
