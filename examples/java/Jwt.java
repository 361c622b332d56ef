import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** A JWS in compact form (RFC 7515) whose header obeys the interface text; {@link #isSignedBy} must still be asked. */
final class Jwt {
  private static final Map<String, String> ALGORITHMS =
      Map.of("RS256", "SHA256withRSA", "RS384", "SHA384withRSA", "RS512", "SHA512withRSA");
  private static final String NONE = "none";
  private static final Set<String> HEADER_MEMBERS = Set.of("alg", "typ", "x5c");
  private static final long LIFETIME_SECONDS = 30;

  private final String algorithm;
  private final String signed;
  private final byte[] signature;
  /** Elements of {@code x5c} as they were sent. */
  final List<?> x5c;

  final Map<String, Object> payload;

  private Jwt(String compact) {
    String[] parts = compact.split("\\.", -1);
    if (parts.length != 3) throw new Refusal("the JWT is not in compact form");
    Map<String, Object> header = Json.readObject(utf8(decode(parts[0])));
    if (!HEADER_MEMBERS.containsAll(header.keySet())) throw new Refusal("the header holds more than alg, typ and x5c");
    String named = String.valueOf(header.get("alg"));
    algorithm = named.equals(NONE) && !Rule.ALG_NONE.obeyed() ? NONE : ALGORITHMS.get(named);
    if (algorithm == null || !(header.get("alg") instanceof String)) throw new Refusal("alg is not RS256, RS384 or RS512");
    if (header.containsKey("typ") && !"JWT".equals(header.get("typ"))) throw new Refusal("typ is not JWT");
    if (!(header.get("x5c") instanceof List)) throw new Refusal("x5c is not a list");
    x5c = (List<?>) header.get("x5c");
    payload = Json.readObject(utf8(decode(parts[1])));
    signature = decode(parts[2]);
    signed = parts[0] + "." + parts[1];
  }

  static Jwt parse(String compact) {
    return new Jwt(compact);
  }

  boolean isSignedBy(PublicKey key) {
    if (algorithm.equals(NONE) || !Rule.SIGNATURE.obeyed()) return true;
    try {
      Signature verifier = Signature.getInstance(algorithm);
      verifier.initVerify(key);
      verifier.update(signed.getBytes(StandardCharsets.US_ASCII));
      return verifier.verify(signature);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  /** A fresh client assertion of the owner of the kit. */
  static String clientAssertion(Kit kit, String audience) throws GeneralSecurityException {
    long iat = Instant.now().getEpochSecond();
    String x5c = kit.chain.stream().map(Jwt::element).collect(Collectors.joining(",", "[", "]"));
    String header = "{\"alg\":\"RS256\",\"typ\":\"JWT\",\"x5c\":" + x5c + "}";
    String self = Json.quote(kit.partyId);
    String payload =
        String.format(
            "{\"iss\":%s,\"sub\":%s,\"aud\":%s,\"jti\":\"%s\",\"iat\":%d,\"exp\":%d}",
            self, self, Json.quote(audience), UUID.randomUUID(), iat, iat + LIFETIME_SECONDS);
    String signed = encode(header.getBytes(StandardCharsets.UTF_8)) + "." + encode(payload.getBytes(StandardCharsets.UTF_8));
    Signature signer = Signature.getInstance("SHA256withRSA");
    signer.initSign(kit.key);
    signer.update(signed.getBytes(StandardCharsets.US_ASCII));
    return signed + "." + encode(signer.sign());
  }

  private static String element(X509Certificate certificate) {
    try {
      return Json.quote(Base64.getEncoder().encodeToString(certificate.getEncoded()));
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Only the one canonical spelling is read: otherwise a copy with other unused bits would be another text but the same JWT. */
  private static byte[] decode(String part) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(part);
      if (encode(bytes).equals(part)) return bytes;
    } catch (IllegalArgumentException e) {
      // refused below
    }
    throw new Refusal("a part of the JWT is not canonical base64url");
  }

  private static String utf8(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new Refusal("a part of the JWT is not UTF-8");
    }
  }
}
