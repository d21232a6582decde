// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.List;
import java.util.Map;

/** Parameters of: Resolve a dispute. */
public final class ResolveDisputeParams extends Params {
  private ResolveDisputeParams(Builder builder) {
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

    /** Your identifier of the reviewer. */
    public Builder reviewerId(String reviewerId) {
      return set("reviewer_id", reviewerId);
    }

    /**
     * {@code upheld}: the disputed answers stand. {@code overturned}: they do not; {@code answers} has each of
     * them. {@code partly}: {@code answers} has some of them.
     */
    public Builder decision(DisputeDecision decision) {
      return set("decision", decision);
    }

    /**
     * The answers that are right, each question once; also to other questions of the evaluation. None with {@code
     * upheld}. By default {@code }.
     */
    public Builder answers(List<Map<String, Object>> answers) {
      return set("answers", answers);
    }

    /** Why. */
    public Builder note(String note) {
      return set("note", note);
    }

    /** Ends the parameters. */
    public ResolveDisputeParams build() {
      return new ResolveDisputeParams(this);
    }
  }
}
