// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code PlanOffer} of the API. */
public final class PlanOffer {
  @JsonProperty("object") private String object;
  @JsonProperty("plan") private Plan plan;
  @JsonProperty("price_cents") private Long priceCents;
  @JsonProperty("currency") private String currency;
  @JsonProperty("included_minutes") private Double includedMinutes;
  @JsonProperty("overage_available") private Boolean overageAvailable;
  @JsonProperty("overage_price_cents_per_minute") private Double overagePriceCentsPerMinute;

  private PlanOffer() {}

  /** Always {@code plan}. */
  public String object() {
    return object;
  }

  /** The plan, as {@code POST /billing/subscription} takes it. */
  public Plan plan() {
    return plan;
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

  /** Whether additional minutes can be bought. */
  public Boolean overageAvailable() {
    return overageAvailable;
  }

  /** Price of an additional minute, in cents; null if none can be bought. */
  public Double overagePriceCentsPerMinute() {
    return overagePriceCentsPerMinute;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
