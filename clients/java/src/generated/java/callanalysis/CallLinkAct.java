// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code read}, {@code review}, {@code correct}, {@code acknowledge}, {@code dispute}. */
public final class CallLinkAct extends OpenEnum {
  public static final CallLinkAct READ = new CallLinkAct("read");
  public static final CallLinkAct REVIEW = new CallLinkAct("review");
  public static final CallLinkAct CORRECT = new CallLinkAct("correct");
  public static final CallLinkAct ACKNOWLEDGE = new CallLinkAct("acknowledge");
  public static final CallLinkAct DISPUTE = new CallLinkAct("dispute");

  private CallLinkAct(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static CallLinkAct of(String value) {
    return new CallLinkAct(value);
  }
}
