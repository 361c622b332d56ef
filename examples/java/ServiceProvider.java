import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;

/** A ServiceProvider of the trust scheme: its token endpoint and its service. Takes ASSAY_KIT and ASSAY_BASE_URL from the environment. */
public final class ServiceProvider {
  private static final String SERVICE_PATH = "/service";

  private final TokenEndpoint tokens;
  private final Service service;

  private ServiceProvider(TokenEndpoint tokens, Service service) {
    this.tokens = tokens;
    this.service = service;
  }

  public static void main(String[] arguments) throws Exception {
    Server.boundTheJdk();
    long broken = Rule.countBroken();
    Kit kit = Kit.read(Path.of(System.getenv("ASSAY_KIT")));
    URI baseUrl = URI.create(System.getenv("ASSAY_BASE_URL"));
    JwtVerifier jwts = new JwtVerifier(kit.partyId, new ChainValidator(kit.trustedList));
    // In the kit's folder it lives exactly as long as the identity that it belongs to.
    ReplayStore replays = new ReplayStore(kit.folder.resolve("service-provider-java.accepted"));
    AccessTokens issued = new AccessTokens();
    TokenEndpoint tokens = new TokenEndpoint(jwts, new Registry(kit, jwts), replays, issued);
    Server.start(baseUrl, new ServiceProvider(tokens, new Service(kit, issued))::answer);
    System.out.println("ServiceProvider " + kit.partyId + " listens at " + baseUrl + ", rules left out: " + broken);
  }

  private String answer(HttpExchange exchange) throws IOException {
    switch (exchange.getRequestURI().getRawPath()) {
      case TokenEndpoint.PATH:
        return tokens.grant(Server.posted(exchange, Server.FORM));
      case SERVICE_PATH:
        if (!exchange.getRequestMethod().equals("GET")) throw new Refusal(404, "not_found", "the service answers GET");
        return service.serve(exchange);
      default:
        throw Server.nothingHere();
    }
  }
}
