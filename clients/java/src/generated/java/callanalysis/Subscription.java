// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/** {@code Subscription} of the API. */
public final class Subscription {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("plan") private Plan plan;
  @JsonProperty("status") private SubscriptionStatus status;
  @JsonProperty("price_cents") private Long priceCents;
  @JsonProperty("currency") private String currency;
  @JsonProperty("included_minutes") private Double includedMinutes;
  @JsonProperty("overage_limit_minutes") private Double overageLimitMinutes;
  @JsonProperty("overage_price_cents_per_minute") private Double overagePriceCentsPerMinute;
  @JsonProperty("current_period_start") private Long currentPeriodStart;
  @JsonProperty("current_period_end") private Long currentPeriodEnd;
  @JsonProperty("cancel_at_period_end") private Boolean cancelAtPeriodEnd;
  @JsonProperty("cancel_at") private Long cancelAt;
  @JsonProperty("collection_paused") private Boolean collectionPaused;
  @JsonProperty("pending_plan") private Plan pendingPlan;
  @JsonProperty("collection") private Collection collection;
  @JsonProperty("checkout_url") private String checkoutUrl;
  @JsonProperty("created") private Long created;
  @JsonProperty("metadata") private Map<String, Object> metadata;

  private Subscription() {}

  /** Identifier of the subscription. */
  public String id() {
    return id;
  }

  /** Always {@code subscription}. */
  public String object() {
    return object;
  }

  /** The plan in force. */
  public Plan plan() {
    return plan;
  }

  /**
   * {@code incomplete}: a checkout is open and the plan in force is still the free one. {@code past_due}: the last
   * payment is missing; there is no overage until it is made.
   */
  public SubscriptionStatus status() {
    return status;
  }

  /** Price of the plan for a month, in cents. */
  public Long priceCents() {
    return priceCents;
  }

  /** Always {@code usd}. */
  public String currency() {
    return currency;
  }

  /** Minutes that the plan includes each month. */
  public Double includedMinutes() {
    return includedMinutes;
  }

  /** Additional minutes that may be used, at a price each. */
  public Double overageLimitMinutes() {
    return overageLimitMinutes;
  }

  /** Price of an additional minute, in cents. */
  public Double overagePriceCentsPerMinute() {
    return overagePriceCentsPerMinute;
  }

  /** Unix seconds. */
  public Long currentPeriodStart() {
    return currentPeriodStart;
  }

  /** Unix seconds; the first moment after the period. */
  public Long currentPeriodEnd() {
    return currentPeriodEnd;
  }

  /** True when the subscription is cancelled, here or at the payment provider: the free plan follows. */
  public Boolean cancelAtPeriodEnd() {
    return cancelAtPeriodEnd;
  }

  /**
   * When the free plan starts after a cancellation, in Unix seconds: the end of the period, unless another day was
   * set at the payment provider. Null without a cancellation.
   */
  public Long cancelAt() {
    return cancelAt;
  }

  /**
   * True while the payment provider collects nothing for the subscription: the minutes of the plan stay, and there
   * is no overage.
   */
  public Boolean collectionPaused() {
    return collectionPaused;
  }

  /** The next plan: from the end of the period, or once a checkout or payment is completed. May be null. */
  public Plan pendingPlan() {
    return pendingPlan;
  }

  /** Who collects payments. {@code none}: no payment provider is configured and nothing is charged. */
  public Collection collection() {
    return collection;
  }

  /** Where to pay while the status is {@code incomplete}; null otherwise. */
  public String checkoutUrl() {
    return checkoutUrl;
  }

  /** Unix seconds. */
  public Long created() {
    return created;
  }

  /** The client's own data, returned unchanged. */
  public Map<String, Object> metadata() {
    return metadata;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
