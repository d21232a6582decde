// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code trusted}, {@code watch}, {@code untrusted}, {@code too_few}. */
public final class AgreementVerdict extends OpenEnum {
  public static final AgreementVerdict TRUSTED = new AgreementVerdict("trusted");
  public static final AgreementVerdict WATCH = new AgreementVerdict("watch");
  public static final AgreementVerdict UNTRUSTED = new AgreementVerdict("untrusted");
  public static final AgreementVerdict TOO_FEW = new AgreementVerdict("too_few");

  private AgreementVerdict(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static AgreementVerdict of(String value) {
    return new AgreementVerdict(value);
  }
}
