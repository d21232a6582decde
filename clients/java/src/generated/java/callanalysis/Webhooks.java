// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#webhooks()}. */
public final class Webhooks {
  final Transport transport;

  Webhooks(Transport transport) {
    this.transport = transport;
  }

  /**
   * Get the signing secret.
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
   * Get the signing secret.
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
   * Rotate the signing secret.
   *
   * <p>For 24 hours notifications carry two signatures, with the new and the previous secret, so that receivers can
   * switch without losing any. Another rotation within that time ends the older secret immediately.
   *
   * <p>Needs a user access token; API keys get 403.
   *
   * @return what the service answers
   */
  public WebhookSecret rotateSecret() {
    return rotateSecret(RequestOptions.NONE);
  }

  /**
   * Rotate the signing secret.
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
   * Send a test event.
   *
   * <p>Sends one signed event to the URL and returns the response: with a sample analysis, or with the one in
   * {@code analysis_id}. Its {@code livemode} is false. It is not stored and not retried. {@code request} is what
   * was sent. With a test key nothing is sent: {@code request} is what would have been sent, {@code delivered} is
   * false and {@code status_code} null.
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
   * Send a test event.
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
