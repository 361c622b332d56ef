import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Delegation evidence, judged: whether it permits a consumer what the service needs. */
final class Evidence {
  private Evidence() {}

  /** Throws {@link Refusal} unless the evidence is a Permit for this consumer, resource and action, at this time and place. */
  static void check(Map<String, Object> evidence, String consumer, Kit.Service service, Map<String, String> context, long now) {
    Object subject = evidence.get("target") instanceof Map<?, ?> target ? target.get("accessSubject") : null;
    if (!consumer.equals(subject) && Rule.EVIDENCE_SUBJECT.obeyed()) throw no("the evidence is about somebody else");
    if (evidence.get("notBefore") instanceof Long start && now + JwtVerifier.TOLERANCE_SECONDS < start)
      throw no("the evidence is not valid yet");
    if (evidence.get("notOnOrAfter") instanceof Long end && now >= end && Rule.EVIDENCE_END.obeyed()) throw no("the evidence has expired");
    List<Object> effects = new ArrayList<>();
    for (Map<?, ?> set : objects(evidence.get("policySets")))
      for (Map<?, ?> policy : objects(set.get("policies")))
        if (isAbout(policy.get("target"), service))
          for (Map<?, ?> rule : objects(policy.get("rules")))
            if (applies(rule, context)) effects.add(rule.get("effect"));
    if (effects.isEmpty()) throw no("no rule of the evidence applies");
    if (effects.contains("Deny") && Rule.DENY.obeyed()) throw no("the evidence denies it");
    if (!effects.contains("Permit") && Rule.DENY.obeyed()) throw no("the evidence does not permit it");
  }

  private static boolean applies(Map<?, ?> rule, Map<String, String> context) {
    return !rule.containsKey("conditions") || !Rule.CONDITIONS.obeyed() || Conditions.hold(rule.get("conditions"), context);
  }

  private static boolean isAbout(Object target, Kit.Service service) {
    return target instanceof Map<?, ?> about
        && about.get("resource") instanceof Map<?, ?> resource
        && service.resourceType().equals(resource.get("type"))
        && covers(resource.get("identifiers"), service.identifiers())
        && covers(about.get("actions"), service.actions());
  }

  private static boolean covers(Object granted, List<String> asked) {
    return granted instanceof List<?> list && (list.contains("*") || list.containsAll(asked));
  }

  private static List<Map<?, ?>> objects(Object list) {
    List<Map<?, ?>> objects = new ArrayList<>();
    if (list instanceof List<?> items) for (Object item : items) if (item instanceof Map<?, ?> object) objects.add(object);
    return objects;
  }

  private static Refusal no(String message) {
    return new Refusal(403, "access_denied", message);
  }
}
