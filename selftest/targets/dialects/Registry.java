import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The register of participants as servers of the widespread older form ask it: by {@code eori}, for a list with one record. Takes the place of the one in examples/java. */
final class Registry {
  private final Kit.Address address;
  private final JwtVerifier jwts;
  private final SchemeServer server;

  Registry(Kit kit, JwtVerifier jwts) throws GeneralSecurityException, IOException {
    this.address = kit.participantRegistry;
    this.jwts = jwts;
    server = new SchemeServer(kit, address, "register");
  }

  PartyRecord lookUp(String partyId) {
    URI url = URI.create(address.url("parties", "/parties") + "?eori=" + SchemeServer.encode(partyId));
    HttpResponse<String> answer = server.call(HttpRequest.newBuilder(url).GET());
    if (answer.statusCode() == 404) throw new Refusal("the register does not know the client");
    if (answer.statusCode() != 200) throw server.failure("the look-up was answered with " + answer.statusCode());
    try {
      Object compact = Json.readObject(answer.body()).get("parties_token");
      if (!(compact instanceof String)) throw new Refusal("no parties_token");
      JwtVerifier.Verified verified = jwts.verify((String) compact, address.partyId());
      if (!SubjectNames.identify(verified.certificate(), address.partyId()))
        throw new Refusal("parties_token is signed by somebody else");
      return new PartyRecord(recordIn(verified.payload(), partyId));
    } catch (Refusal e) {
      throw server.failure(e.getMessage());
    }
  }

  /** The one record of the list, in the names of the interface text. */
  private static Map<String, Object> recordIn(Map<String, Object> payload, String partyId) {
    Map<String, Object> info = Json.asObject(payload.get("parties_info"), "parties_info");
    List<?> data = Json.asList(info.get("data"), "data");
    if (data.size() != 1 || !Long.valueOf(1).equals(info.get("count"))) throw new Refusal("not exactly one party was found");
    Map<String, Object> party = Json.asObject(data.get(0), "a party");
    if (!partyId.equals(party.get("party_id"))) throw new Refusal("parties_token is about somebody else");
    Map<String, Object> adherence = Json.asObject(party.get("adherence"), "adherence");
    Json.asText(adherence.get("start_date"), "start_date");
    Json.asText(adherence.get("end_date"), "end_date");
    Map<String, Object> record = new HashMap<>(party);
    record.put("status", adherence.get("status"));
    return record;
  }
}
