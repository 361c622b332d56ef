import java.util.List;
import java.util.Map;
import java.util.Set;

/** Conditions of delegation evidence: trees of {@code anyOf} and {@code allOf} over leaves that compare a value of the context. */
final class Conditions {
  private static final Set<String> LEAF = Set.of("leftOperand", "operator", "rightOperand");

  private Conditions() {}

  /** Whether a tree holds; what is no tree of the interface text, or names an operator that it does not have, does not. */
  static boolean hold(Object node, Map<String, ?> context) {
    if (!(node instanceof Map<?, ?> members)) return false;
    if (members.keySet().equals(LEAF)) return leafHolds(members, context);
    if (members.size() != 1) return false;
    if (members.get("anyOf") instanceof List<?> nodes) return nodesHold(nodes, context, !Rule.ANY_OF.obeyed());
    if (members.get("allOf") instanceof List<?> nodes) return nodesHold(nodes, context, Rule.ALL_OF.obeyed());
    return false;
  }

  private static boolean nodesHold(List<?> nodes, Map<String, ?> context, boolean all) {
    var results = nodes.stream().map(node -> isForgotten(node) || hold(node, context)).toList();
    return all ? !results.isEmpty() && !results.contains(false) : results.contains(true);
  }

  /** Where nesting is left out, a node below a node counts as if it held. */
  private static boolean isForgotten(Object node) {
    return !Rule.NESTING.obeyed() && node instanceof Map<?, ?> members && members.size() == 1;
  }

  private static boolean leafHolds(Map<?, ?> leaf, Map<String, ?> context) {
    if (!"equal".equals(leaf.get("operator")) || !(leaf.get("leftOperand") instanceof String key)) return false;
    Object value = context.get(key);
    // Whose value of the place is not looked at takes any that is given.
    return value != null && (!Rule.CONTEXT_VALUE.obeyed() || value.equals(leaf.get("rightOperand")));
  }
}
