import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Another server of the scheme as its client sees it: authenticates there with a client assertion of its own and keeps the access
 * token. Every failure is a {@link Refusal}, so that what depends on an answer stays closed.
 */
final class SchemeServer {
  /** For one exchange from the first byte to the last, however slowly the server drips. */
  private static final Duration PATIENCE = Duration.ofSeconds(4);

  private record AccessToken(String value, Instant until) {}

  private final Kit kit;
  private final Kit.Address address;
  private final String name;
  private final HttpClient http;
  private volatile AccessToken token;

  /** @param name what refusals call it. */
  SchemeServer(Kit kit, Kit.Address address, String name) throws GeneralSecurityException, IOException {
    this.kit = kit;
    this.address = address;
    this.name = name;
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(PATIENCE);
    if (!kit.tlsRoots.isEmpty()) builder.sslContext(trusting(kit.tlsRoots));
    http = builder.build();
  }

  /** Sends a request with the own access token; one that the server no longer knows, e.g. after its restart, is replaced once. */
  HttpResponse<String> call(HttpRequest.Builder request) {
    HttpResponse<String> answer = exchange(request.setHeader("Authorization", "Bearer " + accessToken(false)));
    if (answer.statusCode() != 401) return answer;
    return exchange(request.setHeader("Authorization", "Bearer " + accessToken(true)));
  }

  Refusal failure(String message) {
    return new Refusal(503, "temporarily_unavailable", name + ": " + message);
  }

  private String accessToken(boolean fresh) {
    AccessToken known = token;
    if (!fresh && known != null && Instant.now().isBefore(known.until)) return known.value;
    HttpResponse<String> answer = exchange(tokenRequest());
    if (answer.statusCode() != 200) throw failure("the token endpoint answered with " + answer.statusCode());
    try {
      var body = Json.readObject(answer.body());
      if (!(body.get("access_token") instanceof String value) || !value.matches("[\\x21-\\x7e]+"))
        throw new Refusal("no access token");
      long seconds = body.get("expires_in") instanceof Long given ? Math.min(given, 3600) : 60;
      token = new AccessToken(value, Instant.now().plusSeconds(seconds - 10));
      return value;
    } catch (Refusal e) {
      throw failure(e.getMessage());
    }
  }

  private HttpRequest.Builder tokenRequest() {
    try {
      String form =
          "grant_type=client_credentials"
              + "&client_assertion_type="
              + encode(TokenEndpoint.ASSERTION_TYPE)
              + "&client_id="
              + encode(kit.partyId)
              + "&client_assertion="
              + encode(Jwt.clientAssertion(kit, address.partyId()));
      return HttpRequest.newBuilder(URI.create(address.tokenUrl()))
          .header("Content-Type", "application/x-www-form-urlencoded")
          .POST(BodyPublishers.ofString(form));
    } catch (GeneralSecurityException e) {
      throw failure("no client assertion could be signed");
    }
  }

  private HttpResponse<String> exchange(HttpRequest.Builder request) {
    CompletableFuture<HttpResponse<String>> answer =
        http.sendAsync(request.setHeader("Accept", "application/json").build(), info -> new BoundedBody());
    try {
      return answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw failure("no answer within " + PATIENCE.toSeconds() + " s");
    } catch (ExecutionException e) {
      throw failure("no answer (" + e.getCause() + ")");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure("interrupted");
    } finally {
      answer.cancel(true);
    }
  }

  static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static SSLContext trusting(Iterable<X509Certificate> roots) throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    for (X509Certificate root : roots) store.setCertificateEntry("root-" + store.size(), root);
    TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
