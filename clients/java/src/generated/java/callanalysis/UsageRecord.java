// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code UsageRecord} of the API. */
public final class UsageRecord {
  @JsonProperty("object") private String object;
  @JsonProperty("id") private String id;
  @JsonProperty("created") private Long created;
  @JsonProperty("analysis_id") private String analysisId;
  @JsonProperty("duration_ms") private Long durationMs;
  @JsonProperty("minutes") private Double minutes;
  @JsonProperty("kind") private UsageKind kind;
  @JsonProperty("overage_minutes") private Double overageMinutes;
  @JsonProperty("amount_cents") private Long amountCents;
  @JsonProperty("currency") private String currency;
  @JsonProperty("livemode") private Boolean livemode;

  private UsageRecord() {}

  /** Always {@code usage_record}. */
  public String object() {
    return object;
  }

  /** Identifier of the ledger entry. */
  public String id() {
    return id;
  }

  /** Unix seconds: when it was billed. */
  public Long created() {
    return created;
  }

  /** Identifier of the analysis, even if it has been deleted since. */
  public String analysisId() {
    return analysisId;
  }

  /** Decoded duration in milliseconds. */
  public Long durationMs() {
    return durationMs;
  }

  /** Billed minutes, rounded up to the next hundredth. */
  public Double minutes() {
    return minutes;
  }

  /** {@code overage} when any of the minutes went beyond the included ones. */
  public UsageKind kind() {
    return kind;
  }

  /** Those of the minutes that went beyond the included ones. */
  public Double overageMinutes() {
    return overageMinutes;
  }

  /** Price of the overage in cents; 0 for included minutes. */
  public Long amountCents() {
    return amountCents;
  }

  /** Always {@code usd}. */
  public String currency() {
    return currency;
  }

  /** False for minutes of the test allowance. */
  public Boolean livemode() {
    return livemode;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
