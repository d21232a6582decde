// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Methods of {@link CallAnalysis#billing()}. */
public final class Billing {
  final Transport transport;

  Billing(Transport transport) {
    this.transport = transport;
  }

  /**
   * List the plans.
   *
   * <p>Plans and prices. Needs no credentials; may be cached for five minutes.
   *
   * @return what the service answers
   */
  public PlanList plans() {
    return plans(RequestOptions.NONE);
  }

  /**
   * List the plans.
   *
   * <p>As {@link #plans()}.
   *
   * @param options cancellation
   * @return what the service answers
   */
  public PlanList plans(RequestOptions options) {
    return transport.call(ApiRequest.get("/billing/plans"), PlanList.class, options);
  }

  /**
   * Get the subscription.
   *
   * <p>Every account has one, initially free. Without a payment provider {@code collection} is {@code none}.
   *
   * <p>An API key needs the scope {@code billing:read}.
   *
   * @return what the service answers
   */
  public Subscription subscription() {
    return subscription(RequestOptions.NONE);
  }

  /**
   * Get the subscription.
   *
   * <p>As {@link #subscription()}.
   *
   * @param options cancellation
   * @return what the service answers
   */
  public Subscription subscription(RequestOptions options) {
    return transport.call(ApiRequest.get("/billing/subscription"), Subscription.class, options);
  }

  /**
   * Subscribe to a paid plan.
   *
   * <p>The status is {@code incomplete} until the payment provider confirms the payment made at {@code
   * checkout_url}; repeating the request returns the same open checkout. Without a payment provider the plan starts
   * immediately and nothing is charged. Minutes already used in this period still count. 400 if a paid plan is
   * active.
   *
   * <p>Needs a user access token; API keys get 403.
   *
   * @param params what to send
   * @return what the service answers
   */
  public Subscription createSubscription(CreateSubscriptionParams params) {
    return createSubscription(params, RequestOptions.NONE);
  }

  /**
   * Subscribe to a paid plan.
   *
   * <p>As {@link #createSubscription(CreateSubscriptionParams)}.
   *
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Subscription createSubscription(CreateSubscriptionParams params, RequestOptions options) {
    return transport.call(ApiRequest.post("/billing/subscription").json(params), Subscription.class, options);
  }

  /**
   * Change the plan or the overage limit.
   *
   * <p>As {@link #updateSubscription(UpdateSubscriptionParams)}.
   *
   * @return what the service answers
   */
  public Subscription updateSubscription() {
    return updateSubscription(UpdateSubscriptionParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * Change the plan or the overage limit.
   *
   * <p>An upgrade takes effect immediately and the difference is charged; a downgrade is shown as {@code
   * pending_plan} and takes effect at the end of the period. Omitted members do not change. 400 on the free plan.
   *
   * <p>Needs a user access token; API keys get 403.
   *
   * @param params what to send
   * @return what the service answers
   */
  public Subscription updateSubscription(UpdateSubscriptionParams params) {
    return updateSubscription(params, RequestOptions.NONE);
  }

  /**
   * Change the plan or the overage limit.
   *
   * <p>As {@link #updateSubscription(UpdateSubscriptionParams)}.
   *
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Subscription updateSubscription(UpdateSubscriptionParams params, RequestOptions options) {
    return transport.call(ApiRequest.post("/billing/subscription/update").json(params), Subscription.class, options);
  }

  /**
   * Cancel the paid plan.
   *
   * <p>As {@link #cancelSubscription(CancelSubscriptionParams)}.
   *
   * @return what the service answers
   */
  public Subscription cancelSubscription() {
    return cancelSubscription(CancelSubscriptionParams.builder().build(), RequestOptions.NONE);
  }

  /**
   * Cancel the paid plan.
   *
   * <p>Needs no body. The free plan follows: at the end of the period, or at once. 400 on the free plan.
   *
   * <p>Needs a user access token; API keys get 403.
   *
   * @param params what to send
   * @return what the service answers
   */
  public Subscription cancelSubscription(CancelSubscriptionParams params) {
    return cancelSubscription(params, RequestOptions.NONE);
  }

  /**
   * Cancel the paid plan.
   *
   * <p>As {@link #cancelSubscription(CancelSubscriptionParams)}.
   *
   * @param params what to send
   * @param options cancellation and idempotency key
   * @return what the service answers
   */
  public Subscription cancelSubscription(CancelSubscriptionParams params, RequestOptions options) {
    return transport.call(ApiRequest.post("/billing/subscription/cancel").json(params), Subscription.class, options);
  }

  /**
   * Get the usage of the current period.
   *
   * <p>A test key reads the test allowance.
   *
   * <p>An API key needs the scope {@code billing:read}.
   *
   * @return what the service answers
   */
  public UsageSummary usage() {
    return usage(RequestOptions.NONE);
  }

  /**
   * Get the usage of the current period.
   *
   * <p>As {@link #usage()}.
   *
   * @param options cancellation
   * @return what the service answers
   */
  public UsageSummary usage(RequestOptions options) {
    return transport.call(ApiRequest.get("/billing/usage"), UsageSummary.class, options);
  }

  /**
   * Get the usage history.
   *
   * <p>Newest first: one item for each period, or one for each billed analysis. A test key reads the test
   * allowance.
   *
   * <p>An API key needs the scope {@code billing:read}.
   *
   * @return what the service answers
   */
  public PagedList<UsagePeriod> history() {
    return history(RequestOptions.NONE);
  }

  /**
   * Get the usage history.
   *
   * <p>As {@link #history()}.
   *
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<UsagePeriod> history(RequestOptions options) {
    return new PagedList<>(
        transport,
        ApiRequest.get("/billing/history").query("view", "periods"),
        "skip",
        UsagePeriod.class,
        options);
  }

  /**
   * Get the usage history.
   *
   * <p>Newest first: one item for each period, or one for each billed analysis. A test key reads the test
   * allowance.
   *
   * <p>An API key needs the scope {@code billing:read}.
   *
   * @return what the service answers
   */
  public PagedList<UsageRecord> records() {
    return records(RequestOptions.NONE);
  }

  /**
   * Get the usage history.
   *
   * <p>As {@link #records()}.
   *
   * @param options cancellation
   * @return what the service answers
   */
  public PagedList<UsageRecord> records(RequestOptions options) {
    return new PagedList<>(
        transport,
        ApiRequest.get("/billing/history").query("view", "records"),
        "skip",
        UsageRecord.class,
        options);
  }

  /**
   * Get the payment provider's customer portal.
   *
   * <p>Invoices and means of payment. 404 without a payment provider, and before the first checkout.
   *
   * <p>Needs a user access token; API keys get 403.
   *
   * @return what the service answers
   */
  public CustomerPortal customerPortal() {
    return customerPortal(RequestOptions.NONE);
  }

  /**
   * Get the payment provider's customer portal.
   *
   * <p>As {@link #customerPortal()}.
   *
   * @param options cancellation
   * @return what the service answers
   */
  public CustomerPortal customerPortal(RequestOptions options) {
    return transport.call(ApiRequest.get("/billing/customer-portal"), CustomerPortal.class, options);
  }
}
