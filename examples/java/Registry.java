import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;

/** The Participant Registry as its client sees it. Every failure is a {@link Refusal}: who cannot be looked up does not get in. */
final class Registry {
  private final Kit.Address address;
  private final JwtVerifier jwts;
  private final SchemeServer server;

  Registry(Kit kit, JwtVerifier jwts) throws GeneralSecurityException, IOException {
    this.address = kit.participantRegistry;
    this.jwts = jwts;
    server = new SchemeServer(kit, address, "Participant Registry");
  }

  /** The record of a party, from a {@code parties_token} whose signature was checked. */
  PartyRecord lookUp(String partyId) {
    URI url = URI.create(address.url("parties", "/parties") + "?party_id=" + SchemeServer.encode(partyId));
    HttpResponse<String> answer = server.call(HttpRequest.newBuilder(url).GET());
    if (answer.statusCode() == 404) throw new Refusal("the Participant Registry does not know the client");
    if (answer.statusCode() != 200) throw server.failure("the look-up was answered with " + answer.statusCode());
    try {
      Object compact = Json.readObject(answer.body()).get("parties_token");
      if (!(compact instanceof String)) throw new Refusal("no parties_token");
      JwtVerifier.Verified verified = jwts.verify((String) compact, address.partyId());
      if (!SubjectNames.identify(verified.certificate(), address.partyId()))
        throw new Refusal("parties_token is signed by somebody else");
      if (!partyId.equals(verified.payload().get("party_id"))) throw new Refusal("parties_token is about somebody else");
      return new PartyRecord(verified.payload());
    } catch (Refusal e) {
      throw server.failure(e.getMessage());
    }
  }
}
