import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.PKIXRevocationChecker;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Certificate validation by the receiving party: PKIX of the JDK, plus what the interface text asks beyond it. */
final class ChainValidator {
  private static final int MAX_CERTIFICATES = 8;
  private static final byte[] PEM_ARMOUR = "-----BEGIN CERTIFICATE-----".getBytes(StandardCharsets.US_ASCII);
  private static final int NON_REPUDIATION = 1;

  private final List<X509Certificate> trustedList;

  ChainValidator(List<X509Certificate> trustedList) {
    this.trustedList = trustedList;
  }

  /** Reads {@code x5c} and validates it as a complete chain. @return the certificate of the signer. */
  X509Certificate leafOf(List<?> x5c) {
    if (x5c.size() < 2 || x5c.size() > MAX_CERTIFICATES) throw new Refusal("x5c is not a complete chain");
    List<X509Certificate> chain = new ArrayList<>();
    for (Object element : x5c) chain.add(read(element));
    X509Certificate root = chain.get(chain.size() - 1);
    // PKIX would complete the path by itself; the text wants the root sent, last, and the one of the trusted list.
    if (!trustedList.contains(root) && Rule.CHAIN.obeyed()) throw new Refusal("the last certificate is no root of the trusted list");
    if (new HashSet<>(chain).size() != chain.size()) throw new Refusal("x5c holds a certificate twice");
    for (X509Certificate certificate : chain) checkStrength(certificate);
    X509Certificate leaf = chain.get(0);
    checkSigner(leaf);
    try {
      root.checkValidity(); // PKIX takes trust anchors as they are
      validate(chain.subList(0, chain.size() - 1), root);
    } catch (GeneralSecurityException e) {
      throw new Refusal("the certificate chain is not valid: " + e.getMessage());
    }
    return leaf;
  }

  private static X509Certificate read(Object element) {
    try {
      if (!(element instanceof String text)) throw new Refusal("x5c holds something that is no text");
      byte[] bytes = Base64.getDecoder().decode(text);
      var factory = CertificateFactory.getInstance("X.509");
      var certificate = (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(bytes));
      // "base64-encoded PEM" (text): base64 of the DER is meant, base64 of the PEM file is understood too.
      boolean pem = Arrays.mismatch(bytes, PEM_ARMOUR) == PEM_ARMOUR.length;
      if (pem || Arrays.equals(bytes, certificate.getEncoded())) return certificate;
    } catch (IllegalArgumentException | CertificateException e) {
      // refused below
    }
    throw new Refusal("x5c holds something that is no certificate");
  }

  private static void checkStrength(X509Certificate certificate) {
    PublicKey key = certificate.getPublicKey();
    boolean strong =
        key instanceof RSAPublicKey rsa
            ? rsa.getModulus().bitLength() >= 2048
            : key instanceof ECPublicKey ec && ec.getParams().getCurve().getField().getFieldSize() >= 256;
    if (!strong) throw new Refusal("a key of the chain is too weak");
    String algorithm = certificate.getSigAlgName().toUpperCase();
    if (algorithm.startsWith("MD") || algorithm.startsWith("SHA1")) throw new Refusal("a digest of the chain is too weak");
  }

  private static void checkSigner(X509Certificate leaf) {
    if (!"RSA".equals(leaf.getPublicKey().getAlgorithm())) throw new Refusal("the certificate holds no RSA key");
    if (leaf.getBasicConstraints() >= 0) throw new Refusal("the certificate is that of a CA");
    boolean[] usage = leaf.getKeyUsage();
    if (usage == null) throw new Refusal("the certificate has no key usage");
    for (int bit = 0; bit < usage.length; bit++)
      if (usage[bit] != (bit == NON_REPUDIATION)) throw new Refusal("the key usage is not Non-Repudiation");
  }

  /** Signatures, dates, names, CA flags, path length, name constraints, critical extensions, revocation. */
  private static void validate(List<X509Certificate> path, X509Certificate root) throws GeneralSecurityException {
    CertPathValidator validator = CertPathValidator.getInstance("PKIX");
    var revocation = (PKIXRevocationChecker) validator.getRevocationChecker();
    // OCSP, and the CRL where it gives no answer. Nobody reachable is not revoked; who is revoked is always refused.
    revocation.setOptions(EnumSet.of(PKIXRevocationChecker.Option.SOFT_FAIL));
    var parameters = new PKIXParameters(Set.of(new TrustAnchor(root, null)));
    parameters.setPolicyQualifiersRejected(false);
    parameters.addCertPathChecker(revocation);
    validator.validate(CertificateFactory.getInstance("X.509").generateCertPath(path), parameters);
  }
}
