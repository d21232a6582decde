// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/** {@code QuestionAgreement} of the API. */
public final class QuestionAgreement {
  @JsonProperty("question") private String question;
  @JsonProperty("n") private Long n;
  @JsonProperty("raters") private Long raters;
  @JsonProperty("rarest") private RarestAnswer rarest;
  @JsonProperty("agreement") private Double agreement;
  @JsonProperty("kappa") private Coefficient kappa;
  @JsonProperty("alpha") private Coefficient alpha;
  @JsonProperty("ac1") private Coefficient ac1;
  @JsonProperty("matrix") private Map<String, Map<String, Long>> matrix;
  @JsonProperty("na_mismatch") private Long naMismatch;
  @JsonProperty("verdict") private AgreementVerdict verdict;
  @JsonProperty("line") private ConfidenceLine line;

  private QuestionAgreement() {}

  /** Key of the question. */
  public String question() {
    return question;
  }

  /** Calls with two answers or more. */
  public Long n() {
    return n;
  }

  /** Raters, the machine included. May be null. */
  public Long raters() {
    return raters;
  }

  /** The answer of the form that people gave least. May be null. */
  public RarestAnswer rarest() {
    return rarest;
  }

  /** Share of pairs of answers that are equal. May be null. */
  public Double agreement() {
    return agreement;
  }

  /** Cohen’s kappa, over pairs of answers. May be null. */
  public Coefficient kappa() {
    return kappa;
  }

  /** Krippendorff’s alpha; ordinal where the points of three answers or more differ. May be null. */
  public Coefficient alpha() {
    return alpha;
  }

  /** Gwet’s AC1, which holds where nearly all answers are the same. May be null. */
  public Coefficient ac1() {
    return ac1;
  }

  /** Pairs of answers: rows are those of the first rater (the machine), columns those of the other. */
  public Map<String, Map<String, Long>> matrix() {
    return matrix;
  }

  /** Pairs in which one answer alone is {@code na}. */
  public Long naMismatch() {
    return naMismatch;
  }

  /**
   * {@code too_few}: under 50 calls, or 10 of the rarest answer. {@code trusted}: AC1 is 0.6 or more with 95 %
   * certainty, and kappa 0.4 or more. {@code untrusted}: AC1 is under 0.6 with that certainty. {@code watch}:
   * neither. May be null.
   */
  public AgreementVerdict verdict() {
    return verdict;
  }

  /**
   * The lowest confidence from which on people agree as often as {@code target_agreement} asks for, with 95 %
   * certainty. Null without a target, and where no such line is found: the question then suggests only. Only with
   * {@code between=machine}, over all sessions.
   */
  public ConfidenceLine line() {
    return line;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
