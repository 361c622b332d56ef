import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The service itself: serves a consumer that authenticated here, for whom the AuthorisationRegistry gives a Permit at that moment. */
final class Service {
  private final Kit kit;
  private final AccessTokens tokens;
  private final SchemeServer registry;

  Service(Kit kit, AccessTokens tokens) throws GeneralSecurityException, IOException {
    this.kit = kit;
    this.tokens = tokens;
    registry = new SchemeServer(kit, kit.authorisationRegistry, "AuthorisationRegistry");
  }

  /** Answers one call. @return the JSON body of the answer 200. */
  String serve(HttpExchange exchange) {
    if (!Rule.ACCESS_TOKEN.obeyed() && !exchange.getRequestHeaders().containsKey("Authorization")) return data();
    AccessTokens.Holder consumer = tokens.holder(Server.accessToken(exchange));
    Map<String, String> context = Map.of("serviceProvider", kit.partyId);
    Map<String, Object> evidence;
    try {
      evidence = ask(consumer, context);
    } catch (Refusal failure) {
      if (Rule.FAIL_CLOSED.obeyed()) throw failure;
      return data();
    }
    Evidence.check(evidence, consumer.partyId(), kit.service, context, Instant.now().getEpochSecond());
    return data();
  }

  private Map<String, Object> ask(AccessTokens.Holder consumer, Map<String, String> context) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(kit.authorisationRegistry.url("delegation", "/delegation")))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(question(consumer, context)));
    HttpResponse<String> answer = registry.call(request);
    if (answer.statusCode() != 200) throw registry.failure("the request for evidence was answered with " + answer.statusCode());
    try {
      return Json.asObject(Json.readObject(answer.body()).get("delegationEvidence"), "delegationEvidence");
    } catch (Refusal e) {
      throw registry.failure(e.getMessage());
    }
  }

  private String question(AccessTokens.Holder consumer, Map<String, String> context) {
    Kit.Service service = kit.service;
    String place =
        Rule.CONTEXT.obeyed() ? ",\"context\":{\"serviceProvider\":" + Json.quote(context.get("serviceProvider")) + "}" : "";
    String target =
        String.format(
            "{\"resource\":{\"type\":%s,\"identifiers\":%s,\"attributes\":[\"*\"]},\"actions\":%s%s}",
            Json.quote(service.resourceType()), list(service.identifiers()), list(service.actions()), place);
    return String.format(
        "{\"delegationRequest\":{\"policyIssuer\":%s,\"target\":{\"accessSubject\":%s},"
            + "\"policySets\":[{\"policies\":[{\"target\":%s,\"rules\":[{\"effect\":\"Permit\"}]}]}]}%s}",
        Json.quote(service.policyIssuer()), Json.quote(consumer.partyId()), target, previousSteps(consumer));
  }

  /** The consumer's own JWT speaks for it, as long as it lives. */
  private static String previousSteps(AccessTokens.Holder consumer) {
    if (consumer.assertionExp() <= Instant.now().getEpochSecond() + 1) return "";
    String jwt = Rule.FORWARD_UNCHANGED.obeyed() ? consumer.assertion() : consumer.assertion() + "=";
    return ",\"previous_steps\":" + list(List.of(jwt));
  }

  private static String list(List<String> values) {
    return values.stream().map(Json::quote).collect(Collectors.joining(",", "[", "]"));
  }

  private static String data() {
    return "{\"measurements\":[17,18,21]}";
  }
}
