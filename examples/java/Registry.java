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
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The Participant Registry as its client sees it. Every failure is a {@link Refusal}: who cannot be looked up does not get in. */
final class Registry {
  /** For one exchange from the first byte to the last, however slowly the registry drips. */
  private static final Duration PATIENCE = Duration.ofSeconds(4);

  private record AccessToken(String value, Instant until) {}

  private final Kit kit;
  private final JwtVerifier jwts;
  private final HttpClient http;
  private volatile AccessToken token;

  Registry(Kit kit, JwtVerifier jwts) throws GeneralSecurityException, IOException {
    this.kit = kit;
    this.jwts = jwts;
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(PATIENCE);
    if (!kit.tlsRoots.isEmpty()) builder.sslContext(trusting(kit.tlsRoots));
    http = builder.build();
  }

  /** The record of a party, from a {@code parties_token} whose signature was checked. */
  Map<String, Object> lookUp(String partyId) {
    HttpResponse<String> answer = askForParty(partyId, accessToken(false));
    // A token that the registry no longer knows, e.g. after its restart, is replaced once.
    if (answer.statusCode() == 401) answer = askForParty(partyId, accessToken(true));
    if (answer.statusCode() == 404) throw new Refusal("the Participant Registry does not know the client");
    if (answer.statusCode() != 200) throw Refusal.registry("the look-up was answered with " + answer.statusCode());
    try {
      Object compact = Json.readObject(answer.body()).get("parties_token");
      if (!(compact instanceof String)) throw new Refusal("no parties_token");
      JwtVerifier.Verified verified = jwts.verify((String) compact, kit.registryId);
      if (!SubjectNames.identify(verified.certificate(), kit.registryId))
        throw new Refusal("parties_token is signed by somebody else");
      if (!partyId.equals(verified.payload().get("party_id"))) throw new Refusal("parties_token is about somebody else");
      return verified.payload();
    } catch (Refusal e) {
      throw Refusal.registry(e.getMessage());
    }
  }

  private HttpResponse<String> askForParty(String partyId, String accessToken) {
    String query = "?party_id=" + encode(partyId);
    return exchange(
        HttpRequest.newBuilder(URI.create(kit.registryPartiesUrl + query)).header("Authorization", "Bearer " + accessToken).GET());
  }

  /** An access token of the registry, kept while it lives. */
  private String accessToken(boolean fresh) {
    AccessToken known = token;
    if (!fresh && known != null && Instant.now().isBefore(known.until)) return known.value;
    HttpResponse<String> answer = exchange(tokenRequest());
    if (answer.statusCode() != 200) throw Refusal.registry("the token endpoint answered with " + answer.statusCode());
    try {
      Map<String, Object> body = Json.readObject(answer.body());
      if (!(body.get("access_token") instanceof String value) || !value.matches("[\\x21-\\x7e]+"))
        throw new Refusal("no access token");
      long seconds = body.get("expires_in") instanceof Long given ? Math.min(given, 3600) : 60;
      token = new AccessToken(value, Instant.now().plusSeconds(seconds - 10));
      return value;
    } catch (Refusal e) {
      throw Refusal.registry(e.getMessage());
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
              + encode(Jwt.clientAssertion(kit, kit.registryId));
      return HttpRequest.newBuilder(URI.create(kit.registryTokenUrl))
          .header("Content-Type", "application/x-www-form-urlencoded")
          .POST(BodyPublishers.ofString(form));
    } catch (GeneralSecurityException e) {
      throw Refusal.registry("no client assertion could be signed");
    }
  }

  private HttpResponse<String> exchange(HttpRequest.Builder request) {
    CompletableFuture<HttpResponse<String>> answer =
        http.sendAsync(request.header("Accept", "application/json").build(), info -> new BoundedBody());
    try {
      return answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw Refusal.registry("no answer within " + PATIENCE.toSeconds() + " s");
    } catch (ExecutionException e) {
      throw Refusal.registry("no answer (" + e.getCause() + ")");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Refusal.registry("interrupted");
    } finally {
      answer.cancel(true);
    }
  }

  private static String encode(String value) {
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
