// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code yes}, {@code no}, {@code not_assessable}, {@code withdraw}. */
public final class FindingAnswer extends OpenEnum {
  public static final FindingAnswer YES = new FindingAnswer("yes");
  public static final FindingAnswer NO = new FindingAnswer("no");
  public static final FindingAnswer NOT_ASSESSABLE = new FindingAnswer("not_assessable");
  public static final FindingAnswer WITHDRAW = new FindingAnswer("withdraw");

  private FindingAnswer(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static FindingAnswer of(String value) {
    return new FindingAnswer(value);
  }
}
