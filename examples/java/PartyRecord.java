import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** What the Participant Registry says of a party. */
record PartyRecord(Map<String, Object> members) {
  void checkActive() {
    if (!"Active".equals(members.get("status"))) throw new Refusal("the client is not an active party");
  }

  /** Throws {@link Refusal} unless the certificate is one of those registered for the party. */
  void checkHolds(X509Certificate certificate) {
    if (members.get("certificates") instanceof List<?> certificates)
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
}
