import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;

/**
 * An AuthorisationRegistry of the trust scheme: its token endpoint and {@code POST /delegation}, over the policies of the kit. Takes
 * ASSAY_KIT and ASSAY_BASE_URL from the environment.
 */
public final class AuthorisationRegistry {
  private static final String DELEGATION_PATH = "/delegation";

  private final TokenEndpoint tokens;
  private final Delegation delegation;

  private AuthorisationRegistry(TokenEndpoint tokens, Delegation delegation) {
    this.tokens = tokens;
    this.delegation = delegation;
  }

  public static void main(String[] arguments) throws Exception {
    Server.boundTheJdk();
    long broken = Rule.countBroken();
    Kit kit = Kit.read(Path.of(System.getenv("ASSAY_KIT")));
    URI baseUrl = URI.create(System.getenv("ASSAY_BASE_URL"));
    JwtVerifier jwts = new JwtVerifier(kit.partyId, new ChainValidator(kit.trustedList));
    Registry registry = new Registry(kit, jwts);
    ReplayStore replays = new ReplayStore(kit.folder.resolve("authorisation-registry-java.accepted"));
    AccessTokens issued = new AccessTokens();
    TokenEndpoint tokens = new TokenEndpoint(jwts, registry, replays, issued);
    Delegation delegation = new Delegation(issued, new ForwardedJwts(jwts, registry), new Policies(kit.policies));
    Server.start(baseUrl, new AuthorisationRegistry(tokens, delegation)::answer);
    System.out.println("AuthorisationRegistry " + kit.partyId + " listens at " + baseUrl + ", rules left out: " + broken);
  }

  private String answer(HttpExchange exchange) throws IOException {
    switch (exchange.getRequestURI().getRawPath()) {
      case TokenEndpoint.PATH:
        return tokens.grant(Server.posted(exchange, Server.FORM));
      case DELEGATION_PATH:
        return delegation.answer(exchange);
      default:
        throw Server.nothingHere();
    }
  }
}
