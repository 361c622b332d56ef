import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The access tokens that this server issued, each bound to the client that authenticated. */
final class AccessTokens {
  static final long LIFETIME_SECONDS = 3600;

  /** Who a token stands for, and the client assertion that it was issued on. */
  record Holder(String partyId, String assertion, long assertionExp, Instant until) {}

  private final Map<String, Holder> holders = new ConcurrentHashMap<>();
  private final SecureRandom random = new SecureRandom();

  String issue(String partyId, String assertion, long assertionExp) {
    Instant now = Instant.now();
    holders.values().removeIf(holder -> holder.until().isBefore(now));
    byte[] bytes = new byte[32];
    random.nextBytes(bytes);
    String token = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    holders.put(token, new Holder(partyId, assertion, assertionExp, now.plusSeconds(LIFETIME_SECONDS)));
    return token;
  }

  /** Who a token stands for; throws {@link Refusal} unless it was issued here and lives. */
  Holder holder(String token) {
    Holder holder = holders.get(token);
    if (holder == null || holder.until().isBefore(Instant.now())) throw new Refusal(401, "invalid_token", "the access token is not known");
    return holder;
  }
}
