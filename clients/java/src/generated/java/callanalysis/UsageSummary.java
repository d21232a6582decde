// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code UsageSummary} of the API. */
public final class UsageSummary {
  @JsonProperty("object") private String object;
  @JsonProperty("plan") private Plan plan;
  @JsonProperty("livemode") private Boolean livemode;
  @JsonProperty("period_start") private Long periodStart;
  @JsonProperty("period_end") private Long periodEnd;
  @JsonProperty("minutes_used") private Double minutesUsed;
  @JsonProperty("minutes_reserved") private Double minutesReserved;
  @JsonProperty("minutes_included") private Double minutesIncluded;
  @JsonProperty("minutes_remaining") private Double minutesRemaining;
  @JsonProperty("overage_minutes") private Double overageMinutes;
  @JsonProperty("overage_limit_minutes") private Double overageLimitMinutes;
  @JsonProperty("overage_cost_cents") private Long overageCostCents;
  @JsonProperty("currency") private String currency;
  @JsonProperty("analyses_count") private Long analysesCount;
  @JsonProperty("evaluations_count") private Long evaluationsCount;
  @JsonProperty("test_minutes_used") private Double testMinutesUsed;
  @JsonProperty("test_minutes_included") private Double testMinutesIncluded;
  @JsonProperty("storage") private UsageStorage storage;
  @JsonProperty("collection") private Collection collection;

  private UsageSummary() {}

  /** Always {@code usage_summary}. */
  public String object() {
    return object;
  }

  /** The plan in force. */
  public Plan plan() {
    return plan;
  }

  /** False for a test key: then all of this is about the test allowance. */
  public Boolean livemode() {
    return livemode;
  }

  /** Unix seconds. */
  public Long periodStart() {
    return periodStart;
  }

  /** Unix seconds; the first moment after the period. */
  public Long periodEnd() {
    return periodEnd;
  }

  /** Minutes of completed analyses that were accepted in this period. */
  public Double minutesUsed() {
    return minutesUsed;
  }

  /** Minutes reserved for calls in progress. */
  public Double minutesReserved() {
    return minutesReserved;
  }

  /** Minutes that the plan includes. */
  public Double minutesIncluded() {
    return minutesIncluded;
  }

  /** Included minutes that are neither used nor reserved. */
  public Double minutesRemaining() {
    return minutesRemaining;
  }

  /** Additional minutes used. */
  public Double overageMinutes() {
    return overageMinutes;
  }

  /** Additional minutes that may still be used. */
  public Double overageLimitMinutes() {
    return overageLimitMinutes;
  }

  /** Price of the overage so far, in cents. */
  public Long overageCostCents() {
    return overageCostCents;
  }

  /** Always {@code usd}. */
  public String currency() {
    return currency;
  }

  /** Analyses billed in this period. */
  public Long analysesCount() {
    return analysesCount;
  }

  /** Scorecard evaluations in this period. They use no minutes; failed ones do not count. */
  public Long evaluationsCount() {
    return evaluationsCount;
  }

  /** Minutes of the test allowance used in its current month. */
  public Double testMinutesUsed() {
    return testMinutesUsed;
  }

  /** Minutes of the test allowance in a month. */
  public Double testMinutesIncluded() {
    return testMinutesIncluded;
  }

  /** Storage used by the account beyond its recordings, in both modes. */
  public UsageStorage storage() {
    return storage;
  }

  /** Who collects payments. {@code none}: nothing is charged. */
  public Collection collection() {
    return collection;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
