// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code EngineDifference} of the API. */
public final class EngineDifference {
  @JsonProperty("value") private Double value;
  @JsonProperty("ci") private List<Double> ci;
  @JsonProperty("between") private List<String> between;
  @JsonProperty("measure") private EngineTrialMeasure measure;
  @JsonProperty("question") private String question;
  @JsonProperty("verdict") private EngineTrialVerdict verdict;

  private EngineDifference() {}

  /** The value; null where it cannot be computed. */
  public Double value() {
    return value;
  }

  /** The interval of 95 %, by bootstrap over calls; null where there are too few. */
  public List<Double> ci() {
    return ci;
  }

  /** The two engines. The value is the first minus the second. */
  public List<String> between() {
    return between;
  }

  /**
   * {@code word_error_rate}, {@code agreement} (AC1): compared with people. {@code disagreement}: no one has
   * corrected or answered anything, and the two are compared with each other.
   */
  public EngineTrialMeasure measure() {
    return measure;
  }

  /** Question, for {@code agreement}. May be null. */
  public String question() {
    return question;
  }

  /**
   * Of the first: {@code better} has fewer errors, or agrees more. It asks for 99 %, and {@code ci} is 95 %: a
   * trial compares several pairs. {@code too_few}: under 30 calls, or under 2,000 corrected words.
   */
  public EngineTrialVerdict verdict() {
    return verdict;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
