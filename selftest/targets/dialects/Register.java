import com.sun.net.httpserver.HttpExchange;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * An authorisation register of the widespread older form, in one of two dialects ({@code DIALECT}): {@code connect} wants
 * identifiers of its scheme and a scope, and knows no Deny; {@code oauth2} has paths of its own, and wants the
 * ServiceProvider under {@code environment}. The rules of the interface text are those of examples/java.
 */
public final class Register {
  private static final boolean OAUTH2 = "oauth2".equals(System.getenv("DIALECT"));
  private static final String TOKEN_PATH = OAUTH2 ? "/oauth2/token" : "/connect/token";
  private static final String DELEGATION_PATH = OAUTH2 ? "/ar/delegation" : "/delegation";

  private final Kit kit;
  private final AccessTokens issued;
  private final TokenEndpoint tokens;
  private final Delegation delegation;

  private Register(Kit kit, AccessTokens issued, TokenEndpoint tokens, Delegation delegation) {
    this.kit = kit;
    this.issued = issued;
    this.tokens = tokens;
    this.delegation = delegation;
  }

  public static void main(String[] arguments) throws Exception {
    Server.boundTheJdk();
    Rule.countBroken();
    Kit kit = Kit.read(Path.of(System.getenv("ASSAY_KIT")));
    JwtVerifier jwts = new JwtVerifier(kit.partyId, new ChainValidator(kit.trustedList));
    Registry registry = new Registry(kit, jwts);
    ReplayStore replays = new ReplayStore(kit.folder.resolve("register.accepted"));
    AccessTokens issued = new AccessTokens();
    TokenEndpoint tokens = new TokenEndpoint(jwts, registry, replays, issued);
    Delegation delegation = new Delegation(issued, new ForwardedJwts(jwts, registry), new Policies(kit.policies));
    Server.start(URI.create(System.getenv("ASSAY_BASE_URL")), new Register(kit, issued, tokens, delegation)::answer);
  }

  private String answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getRawPath();
    if (path.equals(TOKEN_PATH)) return tokens.grant(form(Server.posted(exchange, Server.FORM)));
    if (!path.equals(DELEGATION_PATH)) throw Server.nothingHere();
    if (OAUTH2 && exchange.getRequestMethod().equals("POST")) {
      byte[] body = exchange.getRequestBody().readNBytes(256 * 1024 + 1);
      exchange.setStreams(new ByteArrayInputStream(inContext(body)), null);
    }
    String evidence = delegation.answer(exchange);
    if (!OAUTH2 && !evidence.contains("\"Permit\"")) throw new Refusal(404, "not_found", "no policy matches");
    return "{\"delegation_token\":" + Json.quote(sign(evidence, issued.holder(Server.accessToken(exchange)).partyId())) + "}";
  }

  private static String form(String body) {
    if (OAUTH2) return body;
    Set<String> pairs = new HashSet<>();
    for (String pair : body.split("&")) pairs.add(decoded(pair));
    if (!pairs.contains("scope=iSHARE")) throw Refusal.request("scope is missing");
    if (!pairs.contains("grant_type=client_credentials")) throw Refusal.request("grant_type is missing");
    if (pairs.stream().noneMatch(pair -> pair.matches("client_id=EU\\.EORI\\.[A-Z]{2}[0-9]+"))) throw Refusal.request("client_id is no EORI");
    return body;
  }

  private static String decoded(String pair) {
    try {
      return URLDecoder.decode(pair, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw Refusal.request("the form is wrongly encoded");
    }
  }

  /** The request with the ServiceProvider where the interface text has it; one that has it there already is refused. */
  private static byte[] inContext(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    try {
      Map<String, Object> body = Json.readObject(text);
      for (Object set : Json.asList(Json.asObject(body.get("delegationRequest"), "").get("policySets"), ""))
        for (Object policy : Json.asList(Json.asObject(set, "").get("policies"), "")) {
          Map<String, Object> target = Json.asObject(Json.asObject(policy, "").get("target"), "");
          if (target.containsKey("context")) throw new Refusal("additional properties are not allowed");
          if (!(target.remove("environment") instanceof Map<?, ?> environment)) throw new Refusal("environment is missing");
          Object provider = Json.asTexts(environment.get("serviceProviders"), "").get(0);
          target.put("context", Map.of("serviceProvider", provider));
        }
      return Json.write(body).getBytes(StandardCharsets.UTF_8);
    } catch (Refusal | IndexOutOfBoundsException e) {
      throw Refusal.request("the request has another shape: " + e.getMessage());
    }
  }

  private String sign(String evidence, String audience) {
    try {
      long iat = Instant.now().getEpochSecond();
      Map<String, Object> claims = new HashMap<>(Json.readObject(evidence));
      claims.putAll(
          Map.of("iss", kit.partyId, "sub", kit.partyId, "aud", audience, "jti", UUID.randomUUID().toString(), "iat", iat, "exp", iat + 30));
      List<String> x5c = kit.chain.stream().map(Register::element).toList();
      String signed = encode(Json.write(Map.of("alg", "RS256", "typ", "JWT", "x5c", x5c))) + "." + encode(Json.write(claims));
      Signature signer = Signature.getInstance("SHA256withRSA");
      signer.initSign(kit.key);
      signer.update(signed.getBytes(StandardCharsets.US_ASCII));
      return signed + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(signer.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String element(X509Certificate certificate) {
    try {
      return Base64.getEncoder().encodeToString(certificate.getEncoded());
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String encode(String text) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
