import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** What the token endpoint decides: from the body of a POST to an access token, or a {@link Refusal}. */
final class TokenEndpoint {
  static final String PATH = "/oauth2.0/token";
  static final String ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

  private final JwtVerifier jwts;
  private final Registry registry;
  private final ReplayStore replays;
  private final AccessTokens tokens;

  TokenEndpoint(JwtVerifier jwts, Registry registry, ReplayStore replays, AccessTokens tokens) {
    this.jwts = jwts;
    this.registry = registry;
    this.replays = replays;
    this.tokens = tokens;
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
    PartyRecord party = registry.lookUp(clientId);
    if (Rule.STATUS.obeyed()) party.checkActive();
    if (Rule.UNREGISTERED.obeyed()) party.checkHolds(client.certificate());
    // Last, so that only accepted JWTs are used up, and atomic, so that of many copies sent at once one is accepted.
    if (!replays.acceptOnce(client.issuer(), client.jti(), client.exp()) && Rule.REPLAY.obeyed())
      throw new Refusal("the JWT was used before");

    String value = tokens.issue(client.issuer(), assertion, client.exp());
    return "{\"access_token\":\"" + value + "\",\"token_type\":\"Bearer\",\"expires_in\":" + AccessTokens.LIFETIME_SECONDS + "}";
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
