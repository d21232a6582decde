// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#webhooks()}. */
public final class Webhooks {
  final Transport transport;

  Webhooks(Transport transport) {
    this.transport = transport;
  }

  /**
   * Read the signing secret.
   *
   * <p>The one secret that signs every notification of this account.
   *
   * <p>Needs a user access token; API keys get 403.
   *
   * @return what the service answers
   */
  public WebhookSecret secret() {
    return secret(RequestOptions.NONE);
  }

  /**
   * Read the signing secret.
   *
   * <p>As {@link #secret()}.
   *
   * @param options cancellation
   * @return what the service answers
   */
  public WebhookSecret secret(RequestOptions options) {
    return transport.call(ApiRequest.get("/webhooks/secret"), WebhookSecret.class, options);
  }

  /**
   * Replace the signing secret.
   *
   * <p>For 24 hours notifications carry two signatures, by the new secret and by the one before, so that receivers
   * can change over without losing any. A further rotation within that time ends the older secret at once.
   *
   * <p>Needs a user access token; API keys get 403.
   *
   * @return what the service answers
   */
  public WebhookSecret rotateSecret() {
    return rotateSecret(RequestOptions.NONE);
  }

  /**
   * Replace the signing secret.
   *
   * <p>As {@link #rotateSecret()}.
   *
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public WebhookSecret rotateSecret(RequestOptions options) {
    return transport.call(ApiRequest.post("/webhooks/secret/rotate"), WebhookSecret.class, options);
  }

  /**
   * Send a signed sample.
   *
   * <p>Sends one event to the URL, signed like every notification, and tells what came back: of a made-up analysis,
   * or of the one that {@code analysis_id} names. Its {@code livemode} is false. It is not recorded and not
   * repeated. {@code request} of the answer is what was sent. With a test key nothing is sent: {@code request} is
   * what would have been sent, {@code delivered} is false and {@code status_code} null.
   *
   * <p>An API key needs the scope {@code analysis:write}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public TestWebhook test(TestWebhookParams params) {
    return test(params, RequestOptions.NONE);
  }

  /**
   * Send a signed sample.
   *
   * <p>As {@link #test(TestWebhookParams)}.
   *
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public TestWebhook test(TestWebhookParams params, RequestOptions options) {
    return transport.call(ApiRequest.post("/webhooks/test").json(params), TestWebhook.class, options);
  }
}
