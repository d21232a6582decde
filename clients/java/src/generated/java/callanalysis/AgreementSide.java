// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code machine}, {@code people}, {@code expert}. */
public final class AgreementSide extends OpenEnum {
  public static final AgreementSide MACHINE = new AgreementSide("machine");
  public static final AgreementSide PEOPLE = new AgreementSide("people");
  public static final AgreementSide EXPERT = new AgreementSide("expert");

  private AgreementSide(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static AgreementSide of(String value) {
    return new AgreementSide(value);
  }
}
