import java.util.List;
import java.util.Map;

/** A policy of an entitled party. {@code conditions} is null where it has none. */
record Policy(
    String policyIssuer,
    String accessSubject,
    Resource resource,
    List<String> actions,
    boolean permits,
    Map<String, Object> conditions,
    boolean evaluatedByProvider) {

  static Policy of(Map<String, Object> members) {
    String effect = Json.asText(members.get("effect"), "effect");
    if (!List.of("Permit", "Deny").contains(effect)) throw new IllegalArgumentException("a policy has an unknown effect");
    return new Policy(
        Json.asText(members.get("policyIssuer"), "policyIssuer"),
        Json.asText(members.get("accessSubject"), "accessSubject"),
        Resource.of(members.get("resource")),
        Json.asTexts(members.get("actions"), "actions"),
        effect.equals("Permit"),
        members.containsKey("conditions") ? Json.asObject(members.get("conditions"), "conditions") : null,
        "ServiceProvider".equals(members.get("evaluatedBy")));
  }

  /** Whether it decides about what is asked: a Permit has to cover all of it, a Deny any part. */
  boolean isAbout(DelegationRequest request, DelegationRequest.Asked asked) {
    return policyIssuer.equals(request.policyIssuer())
        && accessSubject.equals(request.accessSubject())
        && (permits ? resource.covers(asked.resource()) : resource.touches(asked.resource()))
        && (permits ? Resource.covers(actions, asked.actions()) : Resource.touches(actions, asked.actions()));
  }
}
