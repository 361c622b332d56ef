import java.util.Arrays;

/** Rules that {@code BREAK=name,…} leaves out on purpose, to show that Assay notices. Never set it elsewhere. */
enum Rule {
  /** The same JWT is accepted once only. */
  REPLAY,
  /** {@code aud} names exactly one party. */
  TWO_AUDIENCES,
  /** The registry says {@code Active}. */
  STATUS;

  private final boolean obeyed;

  Rule() {
    String word = name().toLowerCase().replace('_', '-');
    String broken = System.getenv().getOrDefault("BREAK", "");
    boolean accepted = name().equals("REPLAY") && "1".equals(System.getenv("ACCEPT_REPLAY"));
    obeyed = !accepted && !Arrays.asList(broken.split(",")).contains(word);
  }

  boolean obeyed() {
    return obeyed;
  }
}
