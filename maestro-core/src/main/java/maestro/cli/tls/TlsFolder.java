package maestro.cli.tls;

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
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import maestro.config.file.BadConfigurationException;
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

  /** Writes a key that the user of this process alone can read. */
  void write(String name, CertificateAuthority.Signed signed) throws BadConfigurationException {
    write(name, signed, Optional.empty());
  }

  /**
   * Writes a key that one user alone can read.
   *
   * @param owner the user, who can enter the folder then, as everybody can; empty for the user of
   *     this process
   */
  void write(String name, CertificateAuthority.Signed signed, Optional<UserPrincipal> owner)
      throws BadConfigurationException {
    try {
      Files.createDirectories(folder, only("rwx------"));
      write(key(name), signed.keyPem(), "rw-------");
      write(certificate(name), signed.certificatePem(), "rw-r--r--");
      allow(certificate(name), "rw-r--r--"); // whatever the umask has left of it
      if (owner.isPresent()) {
        Files.setOwner(key(name), owner.get());
        allow(folder, "rwx--x--x");
      }
    } catch (IOException e) {
      throw new BadConfigurationException(List.of("maestro: cannot write: " + e.getMessage()));
    }
  }

  /** Adds what is missing of these permissions. */
  private static void allow(Path file, String permissions) throws IOException {
    Set<PosixFilePermission> all = Files.getPosixFilePermissions(file);
    if (all.addAll(PosixFilePermissions.fromString(permissions))) {
      Files.setPosixFilePermissions(file, all);
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
