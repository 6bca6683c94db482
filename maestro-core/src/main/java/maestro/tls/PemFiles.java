package maestro.tls;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.edec.EdECObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.openssl.PEMEncryptedKeyPair;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;
import org.jspecify.annotations.Nullable;

/** Reads keys and certificates in PEM, as OpenSSL and ovs-pki write them. */
final class PemFiles {
  /** Java's names of the kinds of keys. */
  private static final Map<ASN1ObjectIdentifier, String> ALGORITHMS =
      Map.of(
          PKCSObjectIdentifiers.rsaEncryption, "RSA",
          X9ObjectIdentifiers.id_ecPublicKey, "EC",
          EdECObjectIdentifiers.id_Ed25519, "Ed25519");

  private PemFiles() {}

  /**
   * The first private key of a file, in PKCS #8 or in the older forms of RSA and EC keys.
   *
   * @param setting the setting that names the file, for the exception
   */
  static PrivateKey privateKey(String setting, Path file) {
    for (Object part : parts(setting, file)) {
      if (part instanceof PEMEncryptedKeyPair || part instanceof PKCS8EncryptedPrivateKeyInfo) {
        throw bad(setting, file, "is encrypted; allowed: a key without a passphrase");
      }
      PrivateKeyInfo info =
          part instanceof PEMKeyPair pair
              ? pair.getPrivateKeyInfo()
              : part instanceof PrivateKeyInfo plain ? plain : null;
      if (info != null) {
        return decode(setting, file, info);
      }
    }
    throw bad(setting, file, "has no private key; allowed: a file in PEM with one");
  }

  private static PrivateKey decode(String setting, Path file, PrivateKeyInfo info) {
    ASN1ObjectIdentifier id = info.getPrivateKeyAlgorithm().getAlgorithm();
    String algorithm = ALGORITHMS.getOrDefault(id, id.getId());
    try {
      return KeyFactory.getInstance(algorithm)
          .generatePrivate(new PKCS8EncodedKeySpec(info.getEncoded()));
    } catch (GeneralSecurityException | IOException e) {
      throw bad(setting, file, "has a key that Java cannot use: " + e.getMessage());
    }
  }

  /** All certificates of a file, at least one. */
  static List<X509Certificate> certificates(String setting, Path file) {
    JcaX509CertificateConverter converter = new JcaX509CertificateConverter();
    List<X509Certificate> certificates = new ArrayList<>();
    for (Object part : parts(setting, file)) {
      if (part instanceof X509CertificateHolder holder) {
        try {
          certificates.add(converter.getCertificate(holder));
        } catch (CertificateException e) {
          throw bad(setting, file, "has a certificate that cannot be read: " + e.getMessage());
        }
      }
    }
    if (certificates.isEmpty()) {
      throw bad(setting, file, "has no certificate; allowed: a file in PEM with at least one");
    }
    return certificates;
  }

  private static List<Object> parts(String setting, Path file) {
    List<Object> parts = new ArrayList<>();
    try (Reader reader = Files.newBufferedReader(file);
        PEMParser parser = new PEMParser(reader)) {
      for (Object part = parser.readObject(); part != null; part = parser.readObject()) {
        parts.add(part);
      }
    } catch (NoSuchFileException e) {
      throw bad(setting, file, "does not exist; allowed: a file in PEM");
    } catch (AccessDeniedException e) {
      throw bad(setting, file, "may not be read by this user");
    } catch (CharacterCodingException e) {
      throw bad(setting, file, "is no text, but perhaps DER or PKCS #12; allowed: a file in PEM");
    } catch (IOException | RuntimeException e) { // the parser's exceptions for a broken file
      throw bad(setting, file, "cannot be read as PEM: " + e.getMessage());
    }
    return parts;
  }

  /**
   * A key with its certificate and the certificates that lead to the CA.
   *
   * @param file that of the certificates
   */
  record Own(PrivateKey key, List<X509Certificate> chain, Path file) {}

  /**
   * Reads a key, and the certificates that belong to it.
   *
   * @throws BadTlsException when they do not belong together
   */
  static Own own(Path keyFile, Path chainFile) {
    PrivateKey key = privateKey("private-key", keyFile);
    List<X509Certificate> chain = certificates("certificate", chainFile);
    if (!belongTogether(key, chain.get(0).getPublicKey())) {
      throw bad("private-key", keyFile, "is not the key of " + chainFile);
    }
    return new Own(key, chain, chainFile);
  }

  /** Whether the two keys are a pair: the public key verifies a signature by the private key. */
  private static boolean belongTogether(PrivateKey key, PublicKey publicKey) {
    String algorithm =
        switch (key.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> key.getAlgorithm();
        };
    byte[] message = {1, 2, 3};
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(key);
      signature.update(message);
      byte[] signed = signature.sign();
      signature.initVerify(publicKey);
      signature.update(message);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false; // for example, keys of different kinds
    }
  }

  static BadTlsException bad(String setting, @Nullable Path file, String text) {
    return new BadTlsException(setting, file + " " + text);
  }
}
