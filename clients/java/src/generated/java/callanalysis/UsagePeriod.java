// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code UsagePeriod} of the API. */
public final class UsagePeriod {
  @JsonProperty("object") private String object;
  @JsonProperty("plan") private Plan plan;
  @JsonProperty("period_start") private Long periodStart;
  @JsonProperty("period_end") private Long periodEnd;
  @JsonProperty("minutes_used") private Double minutesUsed;
  @JsonProperty("overage_minutes") private Double overageMinutes;
  @JsonProperty("overage_cost_cents") private Long overageCostCents;
  @JsonProperty("price_cents") private Long priceCents;
  @JsonProperty("currency") private String currency;
  @JsonProperty("analyses_count") private Long analysesCount;

  private UsagePeriod() {}

  /** Always {@code usage_period}. */
  public String object() {
    return object;
  }

  /** The plan of the period. */
  public Plan plan() {
    return plan;
  }

  /** Unix seconds. */
  public Long periodStart() {
    return periodStart;
  }

  /** Unix seconds; the first moment after the period. */
  public Long periodEnd() {
    return periodEnd;
  }

  /** Minutes of completed analyses that were accepted in it. */
  public Double minutesUsed() {
    return minutesUsed;
  }

  /** Additional minutes. */
  public Double overageMinutes() {
    return overageMinutes;
  }

  /** Price of the overage, in cents. */
  public Long overageCostCents() {
    return overageCostCents;
  }

  /** Price of the plan for a month, in cents. */
  public Long priceCents() {
    return priceCents;
  }

  /** Always {@code usd}. */
  public String currency() {
    return currency;
  }

  /** Analyses billed in it. */
  public Long analysesCount() {
    return analysesCount;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
