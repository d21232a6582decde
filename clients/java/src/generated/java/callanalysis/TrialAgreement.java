// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code TrialAgreement} of the API. */
public final class TrialAgreement {
  @JsonProperty("question") private String question;
  @JsonProperty("n") private Long n;
  @JsonProperty("agreement") private Double agreement;
  @JsonProperty("kappa") private TrialEstimate kappa;
  @JsonProperty("ac1") private TrialEstimate ac1;

  private TrialAgreement() {}

  /** Path of a finding, such as {@code quality.call_resolution}, or key of a question. */
  public String question() {
    return question;
  }

  /** Calls that the engine and people have answered. */
  public Long n() {
    return n;
  }

  /** Share of equal answers. May be null. */
  public Double agreement() {
    return agreement;
  }

  /** Cohen's kappa. */
  public TrialEstimate kappa() {
    return kappa;
  }

  /** Gwet's AC1. */
  public TrialEstimate ac1() {
    return ac1;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
