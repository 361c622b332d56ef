import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The rules that hold for every signed JWT: form, certificate chain, signature, issuer, audience, identifier, time. */
final class JwtVerifier {
  /** How far two clocks may be apart. Also how long a JWT may be used after its {@code exp}. */
  static final long TOLERANCE_SECONDS = 5;

  private static final long LIFETIME_SECONDS = 30;

  /** What stays of a JWT that obeys all rules. */
  record Verified(String issuer, String jti, long exp, X509Certificate certificate, Map<String, Object> payload) {}

  private final String self;
  private final ChainValidator chains;

  JwtVerifier(String self, ChainValidator chains) {
    this.self = self;
    this.chains = chains;
  }

  /** Checks a JWT that {@code issuer} should have signed for this server; throws {@link Refusal} with the first rule it breaks. */
  Verified verify(String compact, String issuer) {
    Jwt jwt = Jwt.parse(compact);
    X509Certificate signer = signer(jwt, issuer);
    if (Rule.ASSERTION_AUDIENCE.obeyed()) checkAudience(jwt.payload.get("aud"), self);
    return new Verified(issuer, identifier(jwt), checkTimes(jwt.payload, true), signer, jwt.payload);
  }

  /** Checks a JWT that somebody signed for {@code forwarder}, who forwards it to this server. */
  Verified verifyForwarded(String compact, String forwarder) {
    Jwt jwt = Jwt.parse(compact);
    if (!(jwt.payload.get("iss") instanceof String issuer)) throw new Refusal("iss is missing or no text");
    X509Certificate signer = signer(jwt, issuer);
    if (Rule.FORWARDED_AUDIENCE.obeyed()) checkAudience(jwt.payload.get("aud"), forwarder);
    return new Verified(issuer, identifier(jwt), checkTimes(jwt.payload, Rule.FORWARDED_EXPIRY.obeyed()), signer, jwt.payload);
  }

  private X509Certificate signer(Jwt jwt, String issuer) {
    X509Certificate leaf = chains.leafOf(jwt.x5c);
    if (!jwt.isSignedBy(leaf.getPublicKey())) throw new Refusal("the signature does not fit the certificate");
    if (!issuer.equals(jwt.payload.get("iss"))) throw new Refusal("iss is not the expected party");
    if (!issuer.equals(jwt.payload.get("sub")) && Rule.SUB.obeyed()) throw new Refusal("sub differs from iss");
    return leaf;
  }

  private static void checkAudience(Object aud, String receiver) {
    if (receiver.equals(aud)) return;
    boolean named = aud instanceof List<?> list && list.contains(receiver);
    boolean single = aud instanceof List<?> list && list.size() == 1;
    if (!named || (!single && Rule.TWO_AUDIENCES.obeyed())) throw new Refusal("aud is not the receiver alone");
  }

  private static String identifier(Jwt jwt) {
    if (jwt.payload.get("jti") instanceof String jti && !jti.isBlank()) return jti;
    throw new Refusal("jti is missing or no text");
  }

  /** @return {@code exp}. */
  private static long checkTimes(Map<String, Object> payload, boolean expires) {
    if (!(payload.get("iat") instanceof Long iat)) throw new Refusal("iat is missing or no whole number");
    if (!(payload.get("exp") instanceof Long exp)) throw new Refusal("exp is missing or no whole number");
    if (exp - iat != LIFETIME_SECONDS && Rule.LIFETIME.obeyed()) throw new Refusal("exp is not iat plus 30 seconds");
    long now = Instant.now().getEpochSecond();
    if (iat > now + TOLERANCE_SECONDS) throw new Refusal("iat lies in the future");
    if (expires && exp + TOLERANCE_SECONDS <= now) throw new Refusal("the JWT has expired");
    return exp;
  }
}
