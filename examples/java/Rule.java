import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Rules that {@code BREAK=name,…} leaves out on purpose, to show that Assay notices. Never set it elsewhere. */
enum Rule {
  /** The same JWT is accepted once only. */
  REPLAY,
  /** {@code aud} names exactly one party. */
  TWO_AUDIENCES,
  /** The registry says {@code Active}. */
  STATUS;

  private boolean obeyed = true;

  static {
    List<String> words = List.of(System.getenv().getOrDefault("BREAK", "").split(","));
    for (String word : words)
      if (!word.isEmpty()) valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_')).obeyed = false;
    if ("1".equals(System.getenv("ACCEPT_REPLAY"))) REPLAY.obeyed = false;
  }

  /** For the start, so that a misspelt name ends it rather than breaking nothing. */
  static long countBroken() {
    return Arrays.stream(values()).filter(rule -> !rule.obeyed).count();
  }

  boolean obeyed() {
    return obeyed;
  }
}
