import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Executors;

/** What every server of this folder does on the wire: bounded requests, JSON answers, and a {@link Refusal} for whatever is wrong. */
final class Server {
  static final String FORM = "application/x-www-form-urlencoded";
  private static final int MAX_BODY_BYTES = 256 * 1024;

  /** What a server answers with status 200, as JSON text. */
  interface Role {
    String answer(HttpExchange exchange) throws IOException;
  }

  private final Role role;

  private Server(Role role) {
    this.role = role;
  }

  /** Properties that the JDK reads once: revocation sources in use, and nobody waits for a peer without end. */
  static void boundTheJdk() {
    System.setProperty("com.sun.security.enableCRLDP", "true");
    System.setProperty("com.sun.security.ocsp.timeout", "2");
    System.setProperty("com.sun.security.crl.timeout", "2");
    System.setProperty("com.sun.security.crl.readtimeout", "2");
    System.setProperty("jdk.httpclient.keepalive.timeout", "2");
    System.setProperty("sun.net.httpserver.nodelay", "true");
    System.setProperty("sun.net.httpserver.maxReqTime", "15");
    System.setProperty("sun.net.httpserver.maxRspTime", "15");
  }

  static void start(URI baseUrl, Role role) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress(baseUrl.getHost(), baseUrl.getPort()), 256);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", new Server(role)::handle);
    server.start();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      try {
        answer(exchange, 200, role.answer(exchange));
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

  static Refusal nothingHere() {
    return new Refusal(404, "not_found", "there is nothing here");
  }

  /** The body of a POST of that media type, as text. */
  static String posted(HttpExchange exchange, String mediaType) throws IOException {
    String method = exchange.getRequestMethod();
    String query = exchange.getRequestURI().getRawQuery();
    if (method.equals("GET") && query != null && mediaType.equals(FORM) && !Rule.GET.obeyed()) return query;
    if (!method.equals("POST")) throw new Refusal(405, "invalid_request", "only POST is offered");
    List<String> types = exchange.getRequestHeaders().getOrDefault("Content-Type", List.of());
    if (types.size() != 1 || !types.get(0).split(";")[0].trim().equalsIgnoreCase(mediaType))
      throw new Refusal(415, "invalid_request", "the body is not " + mediaType);
    byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
    if (body.length > MAX_BODY_BYTES) throw new Refusal(413, "invalid_request", "the body is too large");
    return new String(body, StandardCharsets.UTF_8);
  }

  /** The access token of a request; throws {@link Refusal} unless it carries exactly one. */
  static String accessToken(HttpExchange exchange) {
    List<String> values = exchange.getRequestHeaders().getOrDefault("Authorization", List.of());
    if (values.size() != 1 || !values.get(0).startsWith("Bearer "))
      throw new Refusal(401, "invalid_token", "the call carries no access token");
    return values.get(0).substring("Bearer ".length());
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
