import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The JWTs that were accepted, by issuer and {@code jti}, until they could not be used any more. Each one is on disk before
 * it counts as accepted, so that a restart forgets none.
 */
final class ReplayStore {
  /** Longer than any tolerance of the clock. */
  private static final long KEPT_AFTER_EXP_SECONDS = 120;

  private final Map<String, Long> forgetAt = new ConcurrentHashMap<>();
  private final Path file;
  private long nextTidying;

  ReplayStore(Path file) throws IOException {
    this.file = file;
    if (Files.exists(file)) Files.readAllLines(file).forEach(this::remember);
    tidy();
  }

  /** True once per JWT, also when many ask at the same moment. Call it last, when everything else was verified. */
  boolean acceptOnce(String issuer, String jti, long exp) {
    String key = encode(issuer) + "." + encode(jti);
    long until = exp + KEPT_AFTER_EXP_SECONDS;
    if (forgetAt.putIfAbsent(key, until) != null) return false;
    try {
      write(until + " " + key + "\n");
    } catch (IOException e) {
      throw new Refusal(503, "temporarily_unavailable", "the replay store cannot be written");
    }
    return true;
  }

  private synchronized void write(String line) throws IOException {
    if (Instant.now().getEpochSecond() > nextTidying) tidy();
    Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Forgets what has expired, in memory and on disk. */
  private void tidy() throws IOException {
    long now = Instant.now().getEpochSecond();
    forgetAt.values().removeIf(until -> until < now);
    StringBuilder lines = new StringBuilder();
    forgetAt.forEach((key, until) -> lines.append(until).append(' ').append(key).append('\n'));
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(fresh, lines);
    Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
    nextTidying = now + 60;
  }

  private void remember(String line) {
    String[] parts = line.split(" ");
    // The last line may be cut off where the process was killed; what it spoke of was never granted.
    if (parts.length == 2 && parts[0].matches("\\d{1,15}")) forgetAt.put(parts[1], Long.valueOf(parts[0]));
  }

  private static String encode(String text) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
