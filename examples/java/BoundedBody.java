import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** The body of an answer as text, given up when it grows too large. */
final class BoundedBody implements BodySubscriber<String> {
  private static final int MAX_BYTES = 512 * 1024;

  private final CompletableFuture<String> text = new CompletableFuture<>();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private Flow.Subscription subscription;

  @Override
  public CompletionStage<String> getBody() {
    return text;
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    given.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      if (bytes.size() + buffer.remaining() > MAX_BYTES) {
        subscription.cancel();
        text.completeExceptionally(new IOException("the body is too large"));
        return;
      }
      byte[] part = new byte[buffer.remaining()];
      buffer.get(part);
      bytes.writeBytes(part);
    }
  }

  @Override
  public void onError(Throwable error) {
    text.completeExceptionally(error);
  }

  @Override
  public void onComplete() {
    text.complete(bytes.toString(StandardCharsets.UTF_8));
  }
}
