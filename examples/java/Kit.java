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

/** What {@code kit.json} and the files beside it say: who this server is, whom it trusts, what it protects or decides, where the registries are. */
final class Kit {
  final Path folder;
  final String partyId;
  final PrivateKey key;
  /** Leaf first, root last, as {@code x5c} wants it. */
  final List<X509Certificate> chain;
  final List<X509Certificate> trustedList;
  /** Roots of the HTTPS certificates of the other parties; empty where they speak plain HTTP. */
  final List<X509Certificate> tlsRoots;
  final Address participantRegistry;
  final Address authorisationRegistry;
  /** Null where the kit names none, because this server protects nothing. */
  final Service service;
  final List<Policy> policies;

  /** Another server of the scheme, with its paths by name. */
  record Address(String partyId, String baseUrl, String tokenUrl, Map<String, Object> paths) {
    /** URL of the path of that name, or of the path that the interface text has. */
    String url(String name, String path) {
      return baseUrl + paths.getOrDefault(name, path);
    }
  }

  /** What this server protects: it needs evidence of the policy issuer for this resource and these actions. */
  record Service(String policyIssuer, String resourceType, List<String> identifiers, List<String> actions) {}

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

    participantRegistry = address(kit, "participantRegistry");
    authorisationRegistry = address(kit, "authorisationRegistry");
    service = kit.containsKey("service") ? service(Json.asObject(kit.get("service"), "service")) : null;
    policies = new ArrayList<>();
    for (Object policy : Json.asList(kit.get("policies"), "policies")) policies.add(Policy.of(Json.asObject(policy, "a policy")));
  }

  static Kit read(Path folder) throws IOException, GeneralSecurityException {
    return new Kit(folder);
  }

  private static Address address(Map<String, Object> kit, String name) {
    Map<String, Object> entry = Json.asObject(kit.get(name), name);
    String baseUrl = text(entry, "baseUrl").replaceAll("/+$", "");
    Map<String, Object> paths = Json.asObject(entry.getOrDefault("paths", Map.of()), name + ".paths");
    return new Address(text(entry, "partyId"), baseUrl, baseUrl + entry.getOrDefault("tokenPath", "/oauth2.0/token"), paths);
  }

  private static Service service(Map<String, Object> needed) {
    Resource resource = Resource.of(needed.get("resource"));
    List<String> actions = Json.asTexts(needed.get("actions"), "actions");
    return new Service(text(needed, "policyIssuer"), resource.type(), resource.identifiers(), actions);
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
