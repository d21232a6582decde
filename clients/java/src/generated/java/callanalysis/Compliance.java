// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code Compliance} of the API. */
public final class Compliance {
  @JsonProperty("identity_verification") private PerformedFinding identityVerification;
  @JsonProperty("privacy_protection") private PerformedFinding privacyProtection;
  @JsonProperty("mandatory_disclosures") private DisclosuresFinding mandatoryDisclosures;
  @JsonProperty("purpose_declaration") private PerformedFinding purposeDeclaration;
  @JsonProperty("violations") private List<Violation> violations;
  @JsonProperty("score") private Long score;
  @JsonProperty("coverage") private Double coverage;

  private Compliance() {}

  /**
   * The agent checked who was calling. True: two kinds of identifier were checked; a name or a PIN alone, or an
   * order number with a postcode, is no check. False: the agent dealt with the account and no trace of a check was
   * heard. Else not assessable.
   */
  public PerformedFinding identityVerification() {
    return identityVerification;
  }

  /**
   * The agent protected the customer’s data. True: care was heard. False: the agent asked for a card number, PIN,
   * password or security code. Else not assessable.
   */
  public PerformedFinding privacyProtection() {
    return privacyProtection;
  }

  /**
   * The agent made the required disclosures. True: they were heard. False: they were not, the agent’s opening is
   * cited, and the agent is known to have been heard well. Else not assessable.
   */
  public DisclosuresFinding mandatoryDisclosures() {
    return mandatoryDisclosures;
  }

  /**
   * The agent said what the call is for. True: it was said, asked or confirmed. False: the agent was heard refusing
   * to say it, which is rare. Else not assessable.
   */
  public PerformedFinding purposeDeclaration() {
    return purposeDeclaration;
  }

  /** What the agent was heard doing and must not do. */
  public List<Violation> violations() {
    return violations;
  }

  /** 0 to 100; null with a {@code coverage} under 0.4. */
  public Long score() {
    return score;
  }

  /**
   * How much the score rests on: the weight of the assessable findings, of the weight of all. Left out of analyses
   * that an earlier release completed.
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
