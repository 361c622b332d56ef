import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A request for evidence, read strictly: what is missing or of another type is a {@link Refusal} with status 400. */
record DelegationRequest(String policyIssuer, String accessSubject, List<List<Asked>> policySets, List<String> previousSteps) {
  private static final int MAX_POLICIES = 100;

  /** One policy of the request: the resource, what to do with it, and where the service will be consumed. */
  record Asked(Resource resource, List<String> actions, Map<String, Object> context) {}

  static DelegationRequest read(String body) {
    try {
      return of(Json.readObject(body));
    } catch (Refusal e) {
      throw Refusal.request(e.getMessage());
    }
  }

  private static DelegationRequest of(Map<String, Object> body) {
    Map<String, Object> request = Json.asObject(body.get("delegationRequest"), "delegationRequest");
    Map<String, Object> target = Json.asObject(request.get("target"), "target");
    List<List<Asked>> sets = new ArrayList<>();
    int count = 0;
    for (Object set : Json.asList(request.get("policySets"), "policySets")) {
      List<Asked> policies = new ArrayList<>();
      for (Object policy : Json.asList(Json.asObject(set, "a policy set").get("policies"), "policies")) policies.add(asked(policy));
      count += policies.size();
      sets.add(policies);
    }
    if (count == 0 || count > MAX_POLICIES) throw new Refusal("the request asks for no policy, or too many");
    List<String> steps = body.get("previous_steps") == null ? List.of() : Json.asTexts(body.get("previous_steps"), "previous_steps");
    return new DelegationRequest(
        Json.asText(request.get("policyIssuer"), "policyIssuer"),
        Json.asText(target.get("accessSubject"), "accessSubject"),
        sets,
        steps);
  }

  private static Asked asked(Object policy) {
    Map<String, Object> target = Json.asObject(Json.asObject(policy, "a policy").get("target"), "the target of a policy");
    List<String> actions = Json.asTexts(target.get("actions"), "actions");
    if (actions.isEmpty()) throw new Refusal("actions is empty");
    Object context = target.get("context");
    return new Asked(Resource.of(target.get("resource")), actions, context == null ? Map.of() : Json.asObject(context, "context"));
  }
}
