import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;

/** A ServiceProvider of the trust scheme that offers its token endpoint. Takes ASSAY_KIT and ASSAY_BASE_URL from the environment. */
public final class ServiceProvider {
  private static final String TOKEN_PATH = "/oauth2.0/token";
  private static final int MAX_BODY_BYTES = 256 * 1024;

  private final TokenEndpoint tokens;

  private ServiceProvider(TokenEndpoint tokens) {
    this.tokens = tokens;
  }

  public static void main(String[] arguments) throws Exception {
    boundTheJdk();
    long broken = Rule.countBroken();
    Kit kit = Kit.read(Path.of(System.getenv("ASSAY_KIT")));
    URI baseUrl = URI.create(System.getenv("ASSAY_BASE_URL"));
    JwtVerifier jwts = new JwtVerifier(kit.partyId, new ChainValidator(kit.trustedList));
    // In the kit's folder it lives exactly as long as the identity that it belongs to.
    ReplayStore replays = new ReplayStore(kit.folder.resolve("service-provider-java.accepted"));
    ServiceProvider provider = new ServiceProvider(new TokenEndpoint(jwts, new Registry(kit, jwts), replays));

    HttpServer server = HttpServer.create(new InetSocketAddress(baseUrl.getHost(), baseUrl.getPort()), 256);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", provider::handle);
    server.start();
    System.out.println("ServiceProvider " + kit.partyId + " listens at " + baseUrl + ", rules left out: " + broken);
  }

  /** Properties that the JDK reads once: revocation sources in use, and nobody waits for a peer without end. */
  private static void boundTheJdk() {
    System.setProperty("com.sun.security.enableCRLDP", "true");
    System.setProperty("com.sun.security.ocsp.timeout", "2");
    System.setProperty("com.sun.security.crl.timeout", "2");
    System.setProperty("com.sun.security.crl.readtimeout", "2");
    System.setProperty("jdk.httpclient.keepalive.timeout", "2");
    System.setProperty("sun.net.httpserver.nodelay", "true");
    System.setProperty("sun.net.httpserver.maxReqTime", "15");
    System.setProperty("sun.net.httpserver.maxRspTime", "15");
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      try {
        answer(exchange, 200, tokens.grant(readBody(exchange)));
      } catch (Refusal refusal) {
        System.err.println("refused: " + refusal.getMessage());
        if (refusal.status == 405) exchange.getResponseHeaders().set("Allow", "POST");
        answer(
            exchange,
            refusal.status,
            "{\"error\":" + Json.quote(refusal.error) + ",\"error_description\":" + Json.quote(refusal.getMessage()) + "}");
      } catch (RuntimeException e) {
        System.err.println("refused for a mistake of this server: " + e);
        answer(exchange, 500, "{\"error\":\"server_error\"}");
      }
    }
  }

  private static String readBody(HttpExchange exchange) throws IOException {
    if (!exchange.getRequestURI().getRawPath().equals(TOKEN_PATH)) throw new Refusal(404, "not_found", "there is nothing here");
    if (!exchange.getRequestMethod().equals("POST")) throw new Refusal(405, "invalid_request", "only POST is offered");
    List<String> types = exchange.getRequestHeaders().getOrDefault("Content-Type", List.of());
    if (types.size() != 1 || !types.get(0).split(";")[0].trim().equalsIgnoreCase("application/x-www-form-urlencoded"))
      throw new Refusal(415, "invalid_request", "the body is not application/x-www-form-urlencoded");
    byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
    if (body.length > MAX_BODY_BYTES) throw new Refusal(413, "invalid_request", "the body is too large");
    return new String(body, StandardCharsets.UTF_8);
  }

  private static void answer(HttpExchange exchange, int status, String json) throws IOException {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    boolean head = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, head ? -1 : body.length);
    if (!head) exchange.getResponseBody().write(body);
  }
}
