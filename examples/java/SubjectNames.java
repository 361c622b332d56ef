import java.security.cert.X509Certificate;
import java.util.Map;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/** Party Identifiers in the subject of a certificate. */
final class SubjectNames {
  private static final Map<String, String> NAMES = Map.of("2.5.4.5", "serialNumber", "2.5.4.97", "organizationIdentifier");

  private SubjectNames() {}

  /**
   * Whether a certificate was issued to a party. Used for the registry alone: it answers for all others, so nobody can be
   * asked which certificate is its own. Clients are matched by the whole certificate instead.
   */
  static boolean identify(X509Certificate certificate, String partyId) {
    try {
      String subject = certificate.getSubjectX500Principal().getName("RFC2253", NAMES);
      for (Rdn rdn : new LdapName(subject).getRdns())
        if (NAMES.containsValue(rdn.getType()) && partyId.equals(rdn.getValue())) return true;
    } catch (InvalidNameException e) {
      return false;
    }
    return false;
  }
}
