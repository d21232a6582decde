// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** How a question is answered; see {@code kind}. */
public final class QuestionJudge {
  @JsonProperty("kind") private JudgeKind kind;
  @JsonProperty("any") private List<String> any;
  @JsonProperty("none") private List<String> none;
  @JsonProperty("answer") private String answer;
  @JsonProperty("otherwise") private String otherwise;
  @JsonProperty("metric") private CallMetric metric;
  @JsonProperty("bands") private List<MetricBand> bands;
  @JsonProperty("finding") private String finding;

  private QuestionJudge() {}

  /** A language model answers. */
  public JudgeKind kind() {
    return kind;
  }

  /** Patterns: a match of one of them gives {@code answer}. */
  public List<String> any() {
    return any;
  }

  /** Patterns: a match in the same sentence cancels a match of {@code any}. */
  public List<String> none() {
    return none;
  }

  /** Answer if a pattern matches. */
  public String answer() {
    return answer;
  }

  /** Answer if none matches; {@code na} if the question allows it. */
  public String otherwise() {
    return otherwise;
  }

  /** A member of {@code call.metrics}. */
  public CallMetric metric() {
    return metric;
  }

  /** In ascending order of {@code below}. A value outside all bands is not assessable. */
  public List<MetricBand> bands() {
    return bands;
  }

  /** A finding, or the rule of a violation or an observation. */
  public String finding() {
    return finding;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
