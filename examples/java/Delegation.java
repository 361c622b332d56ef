import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code POST /delegation}: who may ask, and the evidence. */
final class Delegation {
  private static final long EVIDENCE_LIFETIME_SECONDS = 30;

  private final AccessTokens tokens;
  private final ForwardedJwts forwarded;
  private final Policies policies;

  Delegation(AccessTokens tokens, ForwardedJwts forwarded, Policies policies) {
    this.tokens = tokens;
    this.forwarded = forwarded;
    this.policies = policies;
  }

  /** Answers one request. @return the JSON body of the answer 200: evidence, which may well deny. */
  String answer(HttpExchange exchange) throws IOException {
    String body = Server.posted(exchange, "application/json");
    if (!Rule.ACCESS_TOKEN.obeyed() && !exchange.getRequestHeaders().containsKey("Authorization"))
      return evidence(DelegationRequest.read(body));
    String caller = tokens.holder(Server.accessToken(exchange)).partyId();
    DelegationRequest request = DelegationRequest.read(body);
    Set<String> represented = forwarded.issuers(request.previousSteps(), caller);
    boolean concerned = caller.equals(request.policyIssuer()) || caller.equals(request.accessSubject());
    if (!concerned && !standsBehind(request.accessSubject(), represented))
      throw new Refusal(403, "access_denied", "the caller is no party of the question and forwards no JWT of the access subject");
    return evidence(request);
  }

  private static boolean standsBehind(String accessSubject, Set<String> represented) {
    return Rule.FORWARDED_SUBJECT.obeyed() ? represented.contains(accessSubject) : !represented.isEmpty();
  }

  private String evidence(DelegationRequest request) {
    long now = Instant.now().getEpochSecond();
    List<Object> sets =
        request.policySets().stream().<Object>map(asked -> Map.of("policies", policies.answers(request, asked))).toList();
    return Json.write(
        Map.of(
            "delegationEvidence",
            Map.of(
                "policyIssuer", request.policyIssuer(),
                "target", Map.of("accessSubject", request.accessSubject()),
                "notBefore", now,
                "notOnOrAfter", now + EVIDENCE_LIFETIME_SECONDS,
                "policySets", sets)));
  }
}
