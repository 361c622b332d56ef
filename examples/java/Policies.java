import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The policies that this registry keeps, and what they say about a question. */
final class Policies {
  private static final Map<String, Object> DENY = Map.of("effect", "Deny");
  private static final Map<String, Object> PERMIT = Map.of("effect", "Permit");

  private final List<Policy> policies;

  Policies(List<Policy> policies) {
    this.policies = policies;
  }

  /** The policies of the evidence, one for each that is asked for. */
  List<Object> answers(DelegationRequest request, List<DelegationRequest.Asked> asked) {
    List<Object> answers = new ArrayList<>();
    for (DelegationRequest.Asked one : asked) {
      Map<String, Object> target = new LinkedHashMap<>();
      target.put("resource", one.resource().json());
      target.put("actions", one.actions());
      if (!one.context().isEmpty()) target.put("context", one.context());
      answers.add(Map.of("target", target, "rules", rules(request, one)));
    }
    return answers;
  }

  /** Deny overrides Permit, and what nobody permits is denied. Conditions that the ServiceProvider evaluates are handed out. */
  private List<Map<String, Object>> rules(DelegationRequest request, DelegationRequest.Asked asked) {
    List<Map<String, Object>> rules =
        policies.stream()
            .filter(policy -> policy.isAbout(request, asked))
            .filter(policy -> isHandedOut(policy) || holds(policy, asked.context()))
            .map(Policies::rule)
            .toList();
    boolean permitted = rules.stream().anyMatch(rule -> rule.get("effect").equals("Permit"));
    if (!permitted || (rules.contains(DENY) && Rule.DENY.obeyed())) return List.of(DENY);
    return Rule.DENY.obeyed() ? rules : List.of(PERMIT);
  }

  private static boolean isHandedOut(Policy policy) {
    return policy.conditions() != null && policy.evaluatedByProvider();
  }

  private static boolean holds(Policy policy, Map<String, Object> context) {
    return policy.conditions() == null || !Rule.CONDITIONS.obeyed() || Conditions.hold(policy.conditions(), context);
  }

  private static Map<String, Object> rule(Policy policy) {
    Map<String, Object> effect = policy.permits() ? PERMIT : DENY;
    if (!isHandedOut(policy) || !Rule.HAND_OUT.obeyed()) return effect;
    return Map.of("effect", effect.get("effect"), "conditions", policy.conditions());
  }
}
