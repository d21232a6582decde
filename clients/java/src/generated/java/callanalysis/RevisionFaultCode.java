// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Known are {@code double_question}, {@code no_guidance}, {@code no_na}, {@code absence_auto_fail}, {@code
 * phrase_never}, {@code phrase_always}, {@code never_varies}.
 */
public final class RevisionFaultCode extends OpenEnum {
  public static final RevisionFaultCode DOUBLE_QUESTION = new RevisionFaultCode("double_question");
  public static final RevisionFaultCode NO_GUIDANCE = new RevisionFaultCode("no_guidance");
  public static final RevisionFaultCode NO_NA = new RevisionFaultCode("no_na");
  public static final RevisionFaultCode ABSENCE_AUTO_FAIL = new RevisionFaultCode("absence_auto_fail");
  public static final RevisionFaultCode PHRASE_NEVER = new RevisionFaultCode("phrase_never");
  public static final RevisionFaultCode PHRASE_ALWAYS = new RevisionFaultCode("phrase_always");
  public static final RevisionFaultCode NEVER_VARIES = new RevisionFaultCode("never_varies");

  private RevisionFaultCode(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static RevisionFaultCode of(String value) {
    return new RevisionFaultCode(value);
  }
}
