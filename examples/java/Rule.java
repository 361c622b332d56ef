import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Rules that {@code BREAK=name,…} leaves out on purpose, to show that Assay notices. Never set it elsewhere. */
enum Rule {
  /** The same JWT is accepted once only. */
  REPLAY,
  /** {@code aud} names exactly one party. */
  TWO_AUDIENCES,
  /** The signature of a JWT is verified. */
  SIGNATURE,
  /** A JWT without a signature ({@code alg: none}) is refused. */
  ALG_NONE,
  /** The chain of the signer ends at a root of the trusted list. */
  CHAIN,
  /** {@code sub} is the issuer. */
  SUB,
  /** {@code exp} is {@code iat} plus 30 seconds. */
  LIFETIME,
  /** The certificate of the client is registered for it. */
  UNREGISTERED,
  /** An access token is asked for by {@code POST} alone. */
  GET,
  /** The registry says {@code Active}. */
  STATUS,
  /** The service and {@code POST /delegation} are called with an access token. */
  ACCESS_TOKEN,
  /** Without evidence nobody is served. */
  FAIL_CLOSED,
  /** A Deny overrides every Permit. */
  DENY,
  /** The evidence is about the consumer who calls. */
  EVIDENCE_SUBJECT,
  /** The evidence has not expired. */
  EVIDENCE_END,
  /** A rule applies only when its conditions hold. */
  CONDITIONS,
  /** {@code anyOf} holds when one of its nodes does. */
  ANY_OF,
  /** {@code allOf} holds when each of its nodes does. */
  ALL_OF,
  /** The request for evidence names this server as the place where the service is consumed. */
  CONTEXT,
  /** The consumer's JWT is forwarded as it came. */
  FORWARD_UNCHANGED,
  /** A client assertion is addressed to this server. */
  ASSERTION_AUDIENCE,
  /** A forwarded JWT is addressed to the client that forwards it. */
  FORWARDED_AUDIENCE,
  /** A forwarded JWT has not expired. */
  FORWARDED_EXPIRY,
  /** A forwarded JWT is accepted as often as it is forwarded. */
  FORWARDED_AGAIN,
  /** The issuer of a forwarded JWT is {@code Active}. */
  FORWARDED_STATUS,
  /** A forwarded JWT is signed with a certificate that is registered for its issuer. */
  FORWARDED_CERTIFICATE,
  /** A forwarded JWT is that of the party that is asked about. */
  FORWARDED_SUBJECT,
  /** {@code equal} compares the value of the context, not its presence alone. */
  CONTEXT_VALUE,
  /** A node may hold nodes. */
  NESTING,
  /** Conditions that the ServiceProvider evaluates are part of the evidence. */
  HAND_OUT;

  private boolean obeyed = true;

  static {
    List<String> words = List.of(System.getenv().getOrDefault("BREAK", "").split(","));
    for (String word : words)
      if (!word.isEmpty()) valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_')).obeyed = false;
    if ("1".equals(System.getenv("ACCEPT_REPLAY"))) REPLAY.obeyed = false;
  }

  /** For the start, so that a misspelt name ends it rather than breaking nothing. */
  static long countBroken() {
    return Arrays.stream(values()).filter(rule -> !rule.obeyed).count();
  }

  boolean obeyed() {
    return obeyed;
  }
}
