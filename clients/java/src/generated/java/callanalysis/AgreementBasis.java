// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code calibrations}, {@code reviews}. */
public final class AgreementBasis extends OpenEnum {
  public static final AgreementBasis CALIBRATIONS = new AgreementBasis("calibrations");
  public static final AgreementBasis REVIEWS = new AgreementBasis("reviews");

  private AgreementBasis(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static AgreementBasis of(String value) {
    return new AgreementBasis(value);
  }
}
