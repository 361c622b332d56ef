import java.util.Collections;
import java.util.List;
import java.util.Map;

/** What a policy, or a request for evidence, is about. A star stands for everything. */
record Resource(String type, List<String> identifiers, List<String> attributes) {
  private static final String ALL = "*";

  static Resource of(Object value) {
    Map<String, Object> members = Json.asObject(value, "resource");
    List<String> identifiers = Json.asTexts(members.get("identifiers"), "identifiers");
    if (identifiers.isEmpty()) throw new Refusal("identifiers is empty");
    Object attributes = members.get("attributes");
    return new Resource(
        Json.asText(members.get("type"), "type"),
        identifiers,
        attributes == null ? List.of(ALL) : Json.asTexts(attributes, "attributes"));
  }

  Map<String, Object> json() {
    return Map.of("type", type, "identifiers", identifiers, "attributes", attributes);
  }

  /** Whether this grants all of another. */
  boolean covers(Resource asked) {
    return type.equals(asked.type) && covers(identifiers, asked.identifiers) && covers(attributes, asked.attributes);
  }

  /** Whether the two have anything in common. */
  boolean touches(Resource asked) {
    return type.equals(asked.type) && touches(identifiers, asked.identifiers) && touches(attributes, asked.attributes);
  }

  static boolean covers(List<String> granted, List<String> asked) {
    return granted.contains(ALL) || granted.containsAll(asked);
  }

  static boolean touches(List<String> one, List<String> other) {
    return one.contains(ALL) || other.contains(ALL) || !Collections.disjoint(one, other);
  }
}
