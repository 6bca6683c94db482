package maestro.tls;

import com.google.common.net.InetAddresses;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * Signs the certificates of controllers and of their switches: keys on the curve P-256. Immutable,
 * any thread.
 */
public final class CertificateAuthority {
  private static final int SERIAL_BITS = 127;

  /**
   * A key and its certificate.
   *
   * @param key private
   * @param certificate signed by the CA
   */
  public record Signed(PrivateKey key, X509Certificate certificate) {
    /** The key in PEM, PKCS #8, not encrypted. */
    public String keyPem() throws IOException {
      return pem(new JcaPKCS8Generator(key, null));
    }

    /** The certificate in PEM. */
    public String certificatePem() throws IOException {
      return pem(certificate);
    }

    private static String pem(Object what) throws IOException {
      StringWriter text = new StringWriter();
      try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
        writer.writeObject(what);
      }
      return text.toString();
    }
  }

  private final Signed own;

  private CertificateAuthority(Signed own) {
    this.own = own;
  }

  /** Makes a new, self-signed CA. */
  public static CertificateAuthority create(String name, Instant from, Instant until)
      throws GeneralSecurityException {
    KeyPair pair = newPair();
    X500Name subject = commonName(name);
    JcaX509v3CertificateBuilder builder = builder(subject, subject, pair, from, until);
    try {
      JcaX509ExtensionUtils extensions = new JcaX509ExtensionUtils();
      builder
          .addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
          .addExtension(
              Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign))
          .addExtension(
              Extension.subjectKeyIdentifier,
              false,
              extensions.createSubjectKeyIdentifier(pair.getPublic()));
    } catch (IOException e) {
      throw new GeneralSecurityException(e);
    }
    return new CertificateAuthority(signed(builder, pair, pair.getPrivate()));
  }

  /**
   * Loads a CA from its files.
   *
   * @throws BadTlsException when the files cannot be used
   */
  public static CertificateAuthority load(Path key, Path certificate) {
    PemFiles.Own own = PemFiles.own(key, certificate);
    return new CertificateAuthority(new Signed(own.key(), own.chain().get(0)));
  }

  /** The key and certificate of the CA itself. */
  public Signed own() {
    return own;
  }

  /**
   * Makes a new key and a certificate for a controller. It serves switches and clients, and
   * connects to other controllers.
   *
   * @param name the common name: the member's name, when several controllers are one
   * @param hosts what clients call it: DNS names and addresses, at least one; clients do not read
   *     the common name
   */
  public Signed signController(String name, List<String> hosts, Instant from, Instant until)
      throws GeneralSecurityException {
    if (hosts.isEmpty()) {
      throw new IllegalArgumentException("a controller without a host's name");
    }
    GeneralName[] names =
        hosts.stream().map(CertificateAuthority::generalName).toArray(GeneralName[]::new);
    return sign(
        name,
        from,
        until,
        new ExtendedKeyUsage(
            new KeyPurposeId[] {KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth}),
        Optional.of(new GeneralNames(names)));
  }

  /**
   * Makes a new key and a certificate for a switch. It connects to controllers; no switch takes it
   * for a controller's.
   */
  public Signed signSwitch(String name, Instant from, Instant until)
      throws GeneralSecurityException {
    return sign(
        name, from, until, new ExtendedKeyUsage(KeyPurposeId.id_kp_clientAuth), Optional.empty());
  }

  private static GeneralName generalName(String host) {
    return InetAddresses.isInetAddress(host)
        ? new GeneralName(
            GeneralName.iPAddress, new DEROctetString(InetAddresses.forString(host).getAddress()))
        : new GeneralName(GeneralName.dNSName, host);
  }

  private Signed sign(
      String name,
      Instant from,
      Instant until,
      ExtendedKeyUsage purposes,
      Optional<GeneralNames> alternativeNames)
      throws GeneralSecurityException {
    KeyPair pair = newPair();
    X500Name issuer =
        X500Name.getInstance(own.certificate().getSubjectX500Principal().getEncoded());
    JcaX509v3CertificateBuilder builder = builder(issuer, commonName(name), pair, from, until);
    try {
      JcaX509ExtensionUtils extensions = new JcaX509ExtensionUtils();
      builder
          .addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
          .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature))
          .addExtension(Extension.extendedKeyUsage, false, purposes)
          .addExtension(
              Extension.subjectKeyIdentifier,
              false,
              extensions.createSubjectKeyIdentifier(pair.getPublic()))
          .addExtension(
              Extension.authorityKeyIdentifier,
              false,
              extensions.createAuthorityKeyIdentifier(own.certificate()));
      if (alternativeNames.isPresent()) {
        builder.addExtension(Extension.subjectAlternativeName, false, alternativeNames.get());
      }
    } catch (IOException e) {
      throw new GeneralSecurityException(e);
    }
    return signed(builder, pair, own.key());
  }

  private static JcaX509v3CertificateBuilder builder(
      X500Name issuer, X500Name subject, KeyPair pair, Instant from, Instant until) {
    BigInteger serial = new BigInteger(SERIAL_BITS, new SecureRandom());
    return new JcaX509v3CertificateBuilder(
        issuer, serial, Date.from(from), Date.from(until), subject, pair.getPublic());
  }

  private static Signed signed(X509v3CertificateBuilder builder, KeyPair pair, PrivateKey by)
      throws GeneralSecurityException {
    String algorithm = by.getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA";
    try {
      ContentSigner signer = new JcaContentSignerBuilder(algorithm).build(by);
      return new Signed(
          pair.getPrivate(),
          new JcaX509CertificateConverter().getCertificate(builder.build(signer)));
    } catch (OperatorCreationException e) {
      throw new GeneralSecurityException(e);
    }
  }

  private static KeyPair newPair() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  private static X500Name commonName(String name) {
    return new X500NameBuilder().addRDN(BCStyle.CN, name).build();
  }
}
