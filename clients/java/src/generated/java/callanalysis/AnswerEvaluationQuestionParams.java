// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.List;
import java.util.Map;

/** Parameters of: Answer a scorecard question. */
public final class AnswerEvaluationQuestionParams extends Params {
  private AnswerEvaluationQuestionParams(Builder builder) {
    super(builder);
  }

  /** Begins the parameters. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects the parameters. */
  public static final class Builder extends Params.Builder<Builder> {
    private Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /**
     * Key of an answer to the question; {@code na} if the question allows it; {@code withdraw} restores the
     * original answer.
     */
    public Builder answer(String answer) {
      return set("answer", answer);
    }

    /** Why, in a sentence or two. May be null. */
    public Builder rationale(String rationale) {
      return set("rationale", rationale);
    }

    /** Your identifier of the reviewer. May be null. */
    public Builder reviewerId(String reviewerId) {
      return set("reviewer_id", reviewerId);
    }

    /** Quotes as evidence. Optional. By default {@code }. */
    public Builder quotes(List<Map<String, Object>> quotes) {
      return set("quotes", quotes);
    }

    /** Ends the parameters. */
    public AnswerEvaluationQuestionParams build() {
      return new AnswerEvaluationQuestionParams(this);
    }
  }
}
