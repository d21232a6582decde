// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#apiKeys()}. */
public final class ApiKeys {
  final Transport transport;

  ApiKeys(Transport transport) {
    this.transport = transport;
  }

  /**
   * List API keys.
   *
   * <p>Newest first: your own keys or, for an admin, all keys of the account. Revoked keys are not listed.
   *
   * <p>Needs a user access token; API keys get 403.
   *
   * @return what the service answers
   */
  public PagedList<ApiKey> list() {
    return list(RequestOptions.NONE);
  }

  /**
   * List API keys.
   *
   * <p>As {@link #list()}.
   *
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<ApiKey> list(RequestOptions options) {
    return new PagedList<>(transport, ApiRequest.get("/api-keys"), "skip", ApiKey.class, options);
  }

  /**
   * Create an API key.
   *
   * <p>The secret is only in this response: store it where only your program can read it. An account can have 100
   * active keys. A key can never do more than the member who created it, sees the same calls, and ends with that
   * member.
   *
   * <p>Needs a user access token; API keys get 403.
   *
   * @param params what to send
   * @return what the service answers
   */
  public CreatedApiKey create(CreateApiKeyParams params) {
    return create(params, RequestOptions.NONE);
  }

  /**
   * Create an API key.
   *
   * <p>As {@link #create(CreateApiKeyParams)}.
   *
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public CreatedApiKey create(CreateApiKeyParams params, RequestOptions options) {
    return transport.call(ApiRequest.post("/api-keys").json(params), CreatedApiKey.class, options);
  }

  /**
   * Revoke an API key.
   *
   * <p>Takes effect immediately. Work accepted earlier continues.
   *
   * <p>Needs a user access token; API keys get 403.
   *
   * @param keyId Id of the key.
   * @return what the service answers
   */
  public DeletedApiKey revoke(String keyId) {
    return revoke(keyId, RequestOptions.NONE);
  }

  /**
   * Revoke an API key.
   *
   * <p>As {@link #revoke(String)}.
   *
   * @param keyId Id of the key.
   * @param options cancellation
   * @return what the service answers
   */
  public DeletedApiKey revoke(String keyId, RequestOptions options) {
    return transport.call(
        ApiRequest.delete("/api-keys/" + ApiRequest.segment("key_id", keyId)),
        DeletedApiKey.class,
        options);
  }
}
