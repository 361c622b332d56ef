import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * JWTs that a client forwards so that their issuers are taken to stand behind its request. They are checked like a client assertion,
 * but for their audience, which is the forwarder, and for replay: one may be forwarded as often as needed while it lives.
 */
final class ForwardedJwts {
  private static final int MAX_JWTS = 8;

  private final JwtVerifier jwts;
  private final Registry registry;
  private final Set<String> seen = ConcurrentHashMap.newKeySet();

  ForwardedJwts(JwtVerifier jwts, Registry registry) {
    this.jwts = jwts;
    this.registry = registry;
  }

  /** Who signed the JWTs; throws {@link Refusal} where any of them is not as it should be. */
  Set<String> issuers(List<String> compact, String forwarder) {
    if (compact.size() > MAX_JWTS) throw Refusal.request("previous_steps holds too many JWTs");
    Set<String> issuers = new HashSet<>();
    for (String jwt : compact) issuers.add(issuer(jwts.verifyForwarded(jwt, forwarder)));
    return issuers;
  }

  private String issuer(JwtVerifier.Verified jwt) {
    PartyRecord party = registry.lookUp(jwt.issuer());
    if (Rule.FORWARDED_STATUS.obeyed()) party.checkActive();
    if (Rule.FORWARDED_CERTIFICATE.obeyed()) party.checkHolds(jwt.certificate());
    if (!Rule.FORWARDED_AGAIN.obeyed() && !seen.add(jwt.issuer() + " " + jwt.jti())) throw new Refusal("the JWT was forwarded before");
    return jwt.issuer();
  }
}
