package maestro.emulator.agents;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secret of a coordinator and its agents. It never crosses the wire: {@link Authentication}
 * derives proofs and keys from it. Immutable.
 */
public final class Secret {
  /** A shorter secret could be found by exhaustive search with one recorded proof. */
  static final int LEAST_BYTES = 16;

  static final int NONCE_BYTES = 32;
  static final int MAC_BYTES = 32;

  private static final String ALGORITHM = "HmacSHA256";

  private final byte[] key;

  private Secret(byte[] key) {
    this.key = key;
  }

  /**
   * Makes a secret from a text without its surrounding white space.
   *
   * @param source the origin of the text, for the error
   * @throws IOException with one line when it is too short
   */
  public static Secret of(String text, String source) throws IOException {
    byte[] key = text.strip().getBytes(StandardCharsets.UTF_8);
    if (key.length < LEAST_BYTES) {
      throw new IOException(
          source
              + ": found a secret of "
              + key.length
              + " bytes; allowed: at least "
              + LEAST_BYTES);
    }
    return new Secret(key);
  }

  /** Reads a secret from a file. */
  public static Secret read(Path file) throws IOException {
    try {
      return of(Files.readString(file), file.toString());
    } catch (NoSuchFileException e) {
      throw new IOException(file + ": no such file", e);
    }
  }

  static byte[] nonce() {
    byte[] nonce = new byte[NONCE_BYTES];
    new SecureRandom().nextBytes(nonce);
    return nonce;
  }

  /** HMAC-SHA256 over the parts, each after its length, so that no two lists have one MAC. */
  byte[] mac(String label, byte[]... parts) {
    Mac mac = mac(key);
    addWithLength(mac, label.getBytes(StandardCharsets.UTF_8));
    for (byte[] part : parts) {
      addWithLength(mac, part);
    }
    return mac.doFinal();
  }

  static Mac mac(byte[] key) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }

  private static void addWithLength(Mac mac, byte[] part) {
    mac.update(
        new byte[] {
          (byte) (part.length >>> 24),
          (byte) (part.length >>> 16),
          (byte) (part.length >>> 8),
          (byte) part.length
        });
    mac.update(part);
  }
}
