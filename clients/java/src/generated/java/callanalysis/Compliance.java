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
   * The agent verified the caller. True: two kinds of identifier were checked; a name or a PIN alone, or an order
   * number with a postcode, is not enough. False: the agent dealt with the account without any check. Otherwise not
   * assessable.
   */
  public PerformedFinding identityVerification() {
    return identityVerification;
  }

  /**
   * The agent protected the customer’s data. True: the agent took care of it. False: the agent asked for a card
   * number, PIN, password or security code. Otherwise not assessable.
   */
  public PerformedFinding privacyProtection() {
    return privacyProtection;
  }

  /**
   * The agent made the required disclosures. True: they were found. False: they were not, the agent’s opening is
   * cited, and the agent’s audio is good enough to tell. Otherwise not assessable.
   */
  public DisclosuresFinding mandatoryDisclosures() {
    return mandatoryDisclosures;
  }

  /**
   * The agent stated the purpose of the call. True: it was said, asked or confirmed. False: the agent refused to
   * say it, which is rare. Otherwise not assessable.
   */
  public PerformedFinding purposeDeclaration() {
    return purposeDeclaration;
  }

  /** Violations: what the agent must not do. */
  public List<Violation> violations() {
    return violations;
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
