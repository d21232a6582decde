// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code yes}, {@code no}, {@code not_assessable}, {@code withdraw}. */
public final class FindingAnswer extends OpenEnum {
  /** {@code yes}. */
  public static final FindingAnswer YES = new FindingAnswer("yes");

  /** {@code no}. */
  public static final FindingAnswer NO = new FindingAnswer("no");

  /** {@code not_assessable}. */
  public static final FindingAnswer NOT_ASSESSABLE = new FindingAnswer("not_assessable");

  /** {@code withdraw}. */
  public static final FindingAnswer WITHDRAW = new FindingAnswer("withdraw");

  private FindingAnswer(String value) {
    super(value);
  }

  /**
   * The value with this word, which need not be one of the constants.
   *
   * @param value as it stands on the wire
   * @return equal to the constant, where there is one
   */
  @JsonCreator
  public static FindingAnswer of(String value) {
    return new FindingAnswer(value);
  }
}
