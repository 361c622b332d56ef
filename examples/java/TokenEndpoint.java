import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** What the token endpoint decides: from the body of a POST to an access token, or a {@link Refusal}. */
final class TokenEndpoint {
  static final String ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

  private final JwtVerifier jwts;
  private final Registry registry;
  private final ReplayStore replays;
  private final SecureRandom random = new SecureRandom();

  TokenEndpoint(JwtVerifier jwts, Registry registry, ReplayStore replays) {
    this.jwts = jwts;
    this.registry = registry;
    this.replays = replays;
  }

  /** Judges one request. @return the JSON body of the answer 200; there is never a refresh token in it. */
  String grant(String body) {
    Map<String, String> form = readForm(body);
    String clientId = required(form, "client_id");
    String assertion = required(form, "client_assertion");
    if (!form.getOrDefault("client_assertion_type", ASSERTION_TYPE).equals(ASSERTION_TYPE))
      throw Refusal.request("client_assertion_type is not that of a JWT");
    if (!form.getOrDefault("grant_type", "client_credentials").equals("client_credentials"))
      throw new Refusal(400, "unsupported_grant_type", "only client_credentials is offered");

    JwtVerifier.Verified client = jwts.verify(assertion, clientId);
    checkParty(registry.lookUp(clientId), client.certificate());
    // Last, so that only accepted JWTs are used up, and atomic, so that of many copies sent at once one is accepted.
    if (!replays.acceptOnce(client.issuer(), client.jti(), client.exp()) && Rule.REPLAY.obeyed())
      throw new Refusal("the JWT was used before");

    byte[] token = new byte[32];
    random.nextBytes(token);
    String value = Base64.getUrlEncoder().withoutPadding().encodeToString(token);
    return "{\"access_token\":\"" + value + "\",\"token_type\":\"Bearer\",\"expires_in\":3600}";
  }

  private static void checkParty(Map<String, Object> party, X509Certificate certificate) {
    if (!"Active".equals(party.get("status")) && Rule.STATUS.obeyed()) throw new Refusal("the client is not an active party");
    if (party.get("certificates") instanceof List<?> certificates)
      for (Object registered : certificates) if (registered instanceof Map<?, ?> entry && matches(entry, certificate)) return;
    throw new Refusal("the certificate is not registered for the client");
  }

  /** Whether the registered values are those of the certificate; where both are given, both have to fit. */
  private static boolean matches(Map<?, ?> registered, X509Certificate certificate) {
    try {
      byte[] der = certificate.getEncoded();
      Object x5c = registered.get("x5c");
      Object print = registered.get("x5t#s256");
      if (x5c == null && print == null) return false;
      return (x5c == null || isCertificate(x5c, der)) && (print == null || isFingerprint(print, der)) && isValid(registered);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  /** An entry may be a claim with a status and dates of its own (x509 Certificate Chain Claim). */
  private static boolean isValid(Map<?, ?> entry) {
    Object status = entry.get("status");
    if (status != null && !(status instanceof String word && word.equalsIgnoreCase("active"))) return false;
    try {
      Instant now = Instant.now();
      if (entry.get("startDate") instanceof String start && now.isBefore(OffsetDateTime.parse(start).toInstant())) return false;
      return !(entry.get("endDate") instanceof String end && !now.isBefore(OffsetDateTime.parse(end).toInstant()));
    } catch (DateTimeParseException e) {
      return false;
    }
  }

  private static boolean isCertificate(Object value, byte[] der) {
    if (!(value instanceof String text)) return false;
    String base64 = text.replaceAll("-----(BEGIN|END) CERTIFICATE-----|\\s", "");
    return base64.equals(Base64.getEncoder().encodeToString(der));
  }

  private static boolean isFingerprint(Object value, byte[] der) throws GeneralSecurityException {
    if (!(value instanceof String text)) return false;
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(der);
    if (text.replace(":", "").equalsIgnoreCase(HexFormat.of().formatHex(digest))) return true;
    String base64 = text.replace('-', '+').replace('_', '/').replaceAll("=+$", "");
    return base64.equals(Base64.getEncoder().withoutPadding().encodeToString(digest));
  }

  private static String required(Map<String, String> form, String name) {
    String value = form.get(name);
    if (value == null || value.isEmpty()) throw Refusal.request(name + " is missing");
    return value;
  }

  private static Map<String, String> readForm(String body) {
    Map<String, String> form = new HashMap<>();
    for (String pair : body.split("&")) {
      if (pair.isEmpty()) continue;
      String[] parts = pair.split("=", 2);
      try {
        String[] decoded =
            Arrays.stream(parts).map(part -> URLDecoder.decode(part, StandardCharsets.UTF_8)).toArray(String[]::new);
        String value = decoded.length == 2 ? decoded[1] : "";
        if (form.put(decoded[0], value) != null) throw Refusal.request("a parameter is given twice");
      } catch (IllegalArgumentException e) {
        throw Refusal.request("the form is wrongly encoded");
      }
    }
    return form;
  }
}
