// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#webhookEndpoints()}. */
public final class WebhookEndpoints {
  final Transport transport;

  WebhookEndpoints(Transport transport) {
    this.transport = transport;
  }

  /**
   * List the endpoints of the account.
   *
   * <p>As {@link #list(ListWebhookEndpointsParams)}.
   *
   * @return what the service answers
   */
  public PagedList<WebhookEndpoint> list() {
    return list(ListWebhookEndpointsParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * List the endpoints of the account.
   *
   * <p>Newest first, with their health.
   *
   * <p>An API key needs the scope {@code settings:write}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public PagedList<WebhookEndpoint> list(ListWebhookEndpointsParams params) {
    return list(params, RequestOptions.NONE);
  }

  /**
   * List the endpoints of the account.
   *
   * <p>As {@link #list(ListWebhookEndpointsParams)}.
   *
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<WebhookEndpoint> list(ListWebhookEndpointsParams params, RequestOptions options) {
    return new PagedList<>(
        transport,
        ApiRequest.get("/webhooks/endpoints").query(params),
        "skip",
        WebhookEndpoint.class,
        options);
  }

  /**
   * Create an endpoint for the whole account.
   *
   * <p>From now on the endpoint receives every event of the account that matches {@code events} and {@code filter},
   * in the mode of the credential, in addition to the {@code webhook_url} of a single call. Each endpoint has its
   * own secret. An account can have 20 endpoints. With {@code payload} {@code full}, a key also needs the scope
   * {@code analysis:read}.
   *
   * <p>An API key needs the scope {@code settings:write}.
   *
   * @param params what to send
   * @return what the service answers
   */
  public CreatedWebhookEndpoint create(CreateWebhookEndpointParams params) {
    return create(params, RequestOptions.NONE);
  }

  /**
   * Create an endpoint for the whole account.
   *
   * <p>As {@link #create(CreateWebhookEndpointParams)}.
   *
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public CreatedWebhookEndpoint create(CreateWebhookEndpointParams params, RequestOptions options) {
    return transport.call(ApiRequest.post("/webhooks/endpoints").json(params), CreatedWebhookEndpoint.class, options);
  }

  /**
   * Get one endpoint.
   *
   * <p>Includes its health, but not its secret.
   *
   * <p>An API key needs the scope {@code settings:write}.
   *
   * @param id Id of the endpoint.
   * @return what the service answers
   */
  public WebhookEndpoint get(String id) {
    return get(id, RequestOptions.NONE);
  }

  /**
   * Get one endpoint.
   *
   * <p>As {@link #get(String)}.
   *
   * @param id Id of the endpoint.
   * @param options cancellation
   * @return what the service answers
   */
  public WebhookEndpoint get(String id, RequestOptions options) {
    return transport.call(
        ApiRequest.get("/webhooks/endpoints/" + ApiRequest.segment("id", id)),
        WebhookEndpoint.class,
        options);
  }

  /**
   * Replace the fields of an endpoint.
   *
   * <p>Replaces all fields: an omitted member gets its default. Pending deliveries go to the new URL; {@code
   * events} and {@code filter} apply to new events. A paused endpoint is tried immediately. With {@code payload}
   * {@code full}, a key also needs the scope {@code analysis:read}.
   *
   * <p>An API key needs the scope {@code settings:write}.
   *
   * @param id Id of the endpoint.
   * @param params what to send
   * @return what the service answers
   */
  public WebhookEndpoint update(String id, UpdateWebhookEndpointParams params) {
    return update(id, params, RequestOptions.NONE);
  }

  /**
   * Replace the fields of an endpoint.
   *
   * <p>As {@link #update(String, UpdateWebhookEndpointParams)}.
   *
   * @param id Id of the endpoint.
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public WebhookEndpoint update(String id, UpdateWebhookEndpointParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.put("/webhooks/endpoints/" + ApiRequest.segment("id", id)).json(params),
        WebhookEndpoint.class,
        options);
  }

  /**
   * Delete an endpoint.
   *
   * <p>Pending deliveries are not sent, and its log is deleted.
   *
   * <p>An API key needs the scope {@code settings:write}.
   *
   * @param id Id of the endpoint.
   * @return what the service answers
   */
  public DeletedWebhookEndpoint delete(String id) {
    return delete(id, RequestOptions.NONE);
  }

  /**
   * Delete an endpoint.
   *
   * <p>As {@link #delete(String)}.
   *
   * @param id Id of the endpoint.
   * @param options cancellation
   * @return what the service answers
   */
  public DeletedWebhookEndpoint delete(String id, RequestOptions options) {
    return transport.call(
        ApiRequest.delete("/webhooks/endpoints/" + ApiRequest.segment("id", id)),
        DeletedWebhookEndpoint.class,
        options);
  }

  /**
   * Get the signing secret of an endpoint.
   *
   * <p>It signs every notification to this endpoint, and no other.
   *
   * <p>Needs a user access token; API keys get 403.
   *
   * @param id Id of the endpoint.
   * @return what the service answers
   */
  public WebhookSecret secret(String id) {
    return secret(id, RequestOptions.NONE);
  }

  /**
   * Get the signing secret of an endpoint.
   *
   * <p>As {@link #secret(String)}.
   *
   * @param id Id of the endpoint.
   * @param options cancellation
   * @return what the service answers
   */
  public WebhookSecret secret(String id, RequestOptions options) {
    return transport.call(
        ApiRequest.get("/webhooks/endpoints/" + ApiRequest.segment("id", id) + "/secret"),
        WebhookSecret.class,
        options);
  }

  /**
   * Rotate the signing secret of an endpoint.
   *
   * <p>For 24 hours notifications carry two signatures, with the new and the previous secret. Another rotation
   * within that time ends the older secret immediately.
   *
   * <p>An API key needs the scope {@code settings:write}.
   *
   * @param id Id of the endpoint.
   * @return what the service answers
   */
  public WebhookSecret rotateSecret(String id) {
    return rotateSecret(id, RequestOptions.NONE);
  }

  /**
   * Rotate the signing secret of an endpoint.
   *
   * <p>As {@link #rotateSecret(String)}.
   *
   * @param id Id of the endpoint.
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public WebhookSecret rotateSecret(String id, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/webhooks/endpoints/" + ApiRequest.segment("id", id) + "/rotate"),
        WebhookSecret.class,
        options);
  }

  /**
   * Send a test event to an endpoint.
   *
   * <p>As {@link #test(String, TestWebhookEndpointParams)}.
   *
   * @param id Id of the endpoint.
   * @return what the service answers
   */
  public TestWebhook test(String id) {
    return test(id, TestWebhookEndpointParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * Send a test event to an endpoint.
   *
   * <p>Sends a sample object in the endpoint’s payload format, signed with its secret; its {@code livemode} is
   * false. It is not stored and not retried, and {@code filter} is ignored. To a test mode endpoint nothing is
   * sent: {@code request} is what would have been sent.
   *
   * <p>An API key needs the scope {@code settings:write}.
   *
   * @param id Id of the endpoint.
   * @param params what to send
   * @return what the service answers
   */
  public TestWebhook test(String id, TestWebhookEndpointParams params) {
    return test(id, params, RequestOptions.NONE);
  }

  /**
   * Send a test event to an endpoint.
   *
   * <p>As {@link #test(String, TestWebhookEndpointParams)}.
   *
   * @param id Id of the endpoint.
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public TestWebhook test(String id, TestWebhookEndpointParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/webhooks/endpoints/" + ApiRequest.segment("id", id) + "/test").json(params),
        TestWebhook.class,
        options);
  }

  /**
   * List the deliveries of an endpoint.
   *
   * <p>As {@link #deliveries(String, ListWebhookEndpointDeliveriesParams)}.
   *
   * @param id Id of the endpoint.
   * @return what the service answers
   */
  public PagedList<WebhookEndpointDelivery> deliveries(String id) {
    return deliveries(id, ListWebhookEndpointDeliveriesParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * List the deliveries of an endpoint.
   *
   * <p>Newest first, each with all attempts. Deliveries are kept as long as their object and the endpoint. While
   * the endpoint is paused, waiting deliveries are {@code pending} with {@code next_attempt_at} null.
   *
   * <p>An API key needs the scope {@code settings:write}.
   *
   * @param id Id of the endpoint.
   * @param params what to send
   * @return what the service answers
   */
  public PagedList<WebhookEndpointDelivery> deliveries(String id, ListWebhookEndpointDeliveriesParams params) {
    return deliveries(id, params, RequestOptions.NONE);
  }

  /**
   * List the deliveries of an endpoint.
   *
   * <p>As {@link #deliveries(String, ListWebhookEndpointDeliveriesParams)}.
   *
   * @param id Id of the endpoint.
   * @param params what to send
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<WebhookEndpointDelivery> deliveries(String id, ListWebhookEndpointDeliveriesParams params, RequestOptions options) {
    return new PagedList<>(
        transport,
        ApiRequest.get("/webhooks/endpoints/" + ApiRequest.segment("id", id) + "/deliveries").query(params),
        "skip",
        WebhookEndpointDelivery.class,
        options);
  }

  /**
   * Resend failed deliveries.
   *
   * <p>Resends every delivery to the endpoint that became {@code failed} since then, at most 30 days ago: oldest
   * first, in batches, with the same {@code webhook-id} and a new retry schedule. A paused endpoint is tried
   * immediately, and gets them once it responds.
   *
   * <p>An API key needs the scope {@code settings:write}.
   *
   * @param id Id of the endpoint.
   * @param params what to send
   * @return what the service answers
   */
  public WebhookRecovery recover(String id, RecoverWebhookEndpointParams params) {
    return recover(id, params, RequestOptions.NONE);
  }

  /**
   * Resend failed deliveries.
   *
   * <p>As {@link #recover(String, RecoverWebhookEndpointParams)}.
   *
   * @param id Id of the endpoint.
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public WebhookRecovery recover(String id, RecoverWebhookEndpointParams params, RequestOptions options) {
    return transport.call(
        ApiRequest.post("/webhooks/endpoints/" + ApiRequest.segment("id", id) + "/recover").json(params),
        WebhookRecovery.class,
        options);
  }
}
