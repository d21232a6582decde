// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code EvaluationCost} of the API. */
public final class EvaluationCost {
  @JsonProperty("amount_micros") private Long amountMicros;
  @JsonProperty("currency") private String currency;

  private EvaluationCost() {}

  /** Millionths of the currency’s unit. */
  public Long amountMicros() {
    return amountMicros;
  }

  /** ISO 4217, in lower case. */
  public String currency() {
    return currency;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
