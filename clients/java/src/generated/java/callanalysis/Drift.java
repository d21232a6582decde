// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code Drift} of the API. */
public final class Drift {
  @JsonProperty("was") private JudgeVersion was;
  @JsonProperty("is") private JudgeVersion is;
  @JsonProperty("same") private Double same;
  @JsonProperty("ci") private List<Double> ci;
  @JsonProperty("changed") private List<String> changed;
  @JsonProperty("checked_at") private Long checkedAt;
  @JsonProperty("verdict") private DriftVerdict verdict;

  private Drift() {}

  /** The judge that the present one is compared with: the one at first, or after the last change. May be null. */
  public JudgeVersion was() {
    return was;
  }

  /**
   * The judge at the last check. Equal to {@code was} where a provider has changed a model without a word. May be
   * null.
   */
  public JudgeVersion is() {
    return is;
  }

  /**
   * Share of equal answers, over all pairs of a judging then and one now. At first, and after a change of the form,
   * that of the same judge asked several times: its own noise. Null with {@code too_few}.
   */
  public Double same() {
    return same;
  }

  /**
   * 95 % interval of {@code same}, by 2,000 resamples of the calls, seeded from their ids as those of agreement
   * are. May be null.
   */
  public List<Double> ci() {
    return ci;
  }

  /** Keys of the questions that differ beyond chance. May be empty where all questions differ a little. */
  public List<String> changed() {
    return changed;
  }

  /** End of the last check, in Unix seconds. Null before the first. */
  public Long checkedAt() {
    return checkedAt;
  }

  /**
   * {@code judge_changed}: answers differ beyond the own noise of the judge. {@code steady}: they do not. {@code
   * too_few}: fewer than 20 calls are left in the set.
   */
  public DriftVerdict verdict() {
    return verdict;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
