/** Why no access token is given, or no service. Its message is for the client and never repeats what the client sent. */
final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** HTTP status of the answer; the interface text leaves it open. */
  final int status;
  /** Error word of RFC 6749, section 5.2. */
  final String error;

  /** The client is not who it says it is, or may not take part. */
  Refusal(String message) {
    this(401, "invalid_client", message);
  }

  Refusal(int status, String error, String message) {
    super(message, null, false, false);
    this.status = status;
    this.error = error;
  }

  /** The request itself cannot be read. */
  static Refusal request(String message) {
    return new Refusal(400, "invalid_request", message);
  }
}
