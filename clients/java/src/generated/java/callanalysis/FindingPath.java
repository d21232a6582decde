// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Known are {@code compliance.identity_verification}, {@code compliance.privacy_protection}, {@code
 * compliance.mandatory_disclosures}, {@code compliance.purpose_declaration}, {@code quality.call_resolution},
 * {@code quality.greeting}, {@code quality.empathetic_language}, {@code quality.professionalism}.
 */
public final class FindingPath extends OpenEnum {
  public static final FindingPath COMPLIANCE_IDENTITY_VERIFICATION = new FindingPath("compliance.identity_verification");
  public static final FindingPath COMPLIANCE_PRIVACY_PROTECTION = new FindingPath("compliance.privacy_protection");
  public static final FindingPath COMPLIANCE_MANDATORY_DISCLOSURES = new FindingPath("compliance.mandatory_disclosures");
  public static final FindingPath COMPLIANCE_PURPOSE_DECLARATION = new FindingPath("compliance.purpose_declaration");
  public static final FindingPath QUALITY_CALL_RESOLUTION = new FindingPath("quality.call_resolution");
  public static final FindingPath QUALITY_GREETING = new FindingPath("quality.greeting");
  public static final FindingPath QUALITY_EMPATHETIC_LANGUAGE = new FindingPath("quality.empathetic_language");
  public static final FindingPath QUALITY_PROFESSIONALISM = new FindingPath("quality.professionalism");

  private FindingPath(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static FindingPath of(String value) {
    return new FindingPath(value);
  }
}
