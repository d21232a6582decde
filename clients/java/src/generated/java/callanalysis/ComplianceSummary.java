// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code ComplianceSummary} of the API. */
public final class ComplianceSummary {
  @JsonProperty("identity_verification") private PerformedSummary identityVerification;
  @JsonProperty("privacy_protection") private PerformedSummary privacyProtection;
  @JsonProperty("mandatory_disclosures") private PerformedSummary mandatoryDisclosures;
  @JsonProperty("purpose_declaration") private PerformedSummary purposeDeclaration;
  @JsonProperty("violations_count") private Long violationsCount;
  @JsonProperty("score") private Long score;
  @JsonProperty("coverage") private Double coverage;

  private ComplianceSummary() {}

  /** The agent checked who was calling. */
  public PerformedSummary identityVerification() {
    return identityVerification;
  }

  /** The agent protected the customer’s data. */
  public PerformedSummary privacyProtection() {
    return privacyProtection;
  }

  /** The agent made the required disclosures. */
  public PerformedSummary mandatoryDisclosures() {
    return mandatoryDisclosures;
  }

  /** The agent said what the call is for. */
  public PerformedSummary purposeDeclaration() {
    return purposeDeclaration;
  }

  /** Number of violations, without dismissed ones. */
  public Long violationsCount() {
    return violationsCount;
  }

  /** 0 to 100; null with a {@code coverage} under 0.4. */
  public Long score() {
    return score;
  }

  /**
   * Share of the score that could be assessed: the weight of the assessable findings divided by the weight of all.
   * Omitted in analyses completed by an earlier release.
   */
  public Double coverage() {
    return coverage;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
