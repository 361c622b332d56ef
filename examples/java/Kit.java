import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** What {@code kit.json} and the files beside it say: who this server is, whom it trusts, where the Participant Registry is. */
final class Kit {
  final Path folder;
  final String partyId;
  final PrivateKey key;
  /** Leaf first, root last, as {@code x5c} wants it. */
  final List<X509Certificate> chain;
  final List<X509Certificate> trustedList;
  /** Roots of the HTTPS certificates of the other parties; empty where they speak plain HTTP. */
  final List<X509Certificate> tlsRoots;
  final String registryId;
  final String registryTokenUrl;
  final String registryPartiesUrl;

  private Kit(Path folder) throws IOException, GeneralSecurityException {
    this.folder = folder;
    Map<String, Object> kit = Json.readObject(Files.readString(folder.resolve("kit.json")));
    Map<String, Object> target = Json.asObject(kit.get("target"), "target");
    partyId = text(target, "partyId");
    key = readKey(folder.resolve(text(target, "key")));
    chain = readCertificates(folder.resolve(text(target, "chain")));

    Map<String, Object> trust = Json.asObject(kit.get("trust"), "trust");
    trustedList = new ArrayList<>();
    for (Object root : (List<?>) trust.get("roots")) trustedList.addAll(readCertificates(folder.resolve((String) root)));
    tlsRoots = trust.containsKey("tlsRoot") ? readCertificates(folder.resolve(text(trust, "tlsRoot"))) : List.of();

    Map<String, Object> registry = Json.asObject(kit.get("participantRegistry"), "participantRegistry");
    registryId = text(registry, "partyId");
    String baseUrl = text(registry, "baseUrl").replaceAll("/+$", "");
    registryTokenUrl = baseUrl + registry.getOrDefault("tokenPath", "/oauth2.0/token");
    Map<String, Object> paths = Json.asObject(registry.getOrDefault("paths", Map.of()), "participantRegistry.paths");
    registryPartiesUrl = baseUrl + paths.getOrDefault("parties", "/parties");
  }

  static Kit read(Path folder) throws IOException, GeneralSecurityException {
    return new Kit(folder);
  }

  private static String text(Map<String, Object> object, String name) {
    if (object.get(name) instanceof String value) return value;
    throw new IllegalArgumentException("kit.json: " + name + " is missing or no text");
  }

  private static PrivateKey readKey(Path file) throws IOException, GeneralSecurityException {
    String base64 = Files.readString(file).replaceAll("-----[A-Z ]+-----|\\s", "");
    return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64)));
  }

  private static List<X509Certificate> readCertificates(Path file) throws IOException, GeneralSecurityException {
    byte[] pem = Files.readString(file).getBytes(StandardCharsets.US_ASCII);
    List<X509Certificate> certificates = new ArrayList<>();
    for (var certificate : CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem)))
      certificates.add((X509Certificate) certificate);
    return certificates;
  }
}
