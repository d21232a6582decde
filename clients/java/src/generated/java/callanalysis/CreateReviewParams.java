// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.List;
import java.util.Map;

/** Parameters of: Review a call. */
public final class CreateReviewParams extends Params {
  private CreateReviewParams(Builder builder) {
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

    /** Each finding once. By default {@code }. */
    public Builder findings(List<Map<String, Object>> findings) {
      return set("findings", findings);
    }

    /** Each rule and segment once. By default {@code }. */
    public Builder violations(List<Map<String, Object>> violations) {
      return set("violations", violations);
    }

    /** Each question of an evaluation once. By default {@code }. */
    public Builder answers(List<Map<String, Object>> answers) {
      return set("answers", answers);
    }

    /** About the call as a whole. May be null. */
    public Builder note(String note) {
      return set("note", note);
    }

    /**
     * {@code true} validates the review and returns the resulting scores, without saving it: the response is 200.
     * By default {@code false}.
     */
    public Builder dryRun(boolean dryRun) {
      return set("dry_run", dryRun);
    }

    /** Ends the parameters. */
    public CreateReviewParams build() {
      return new CreateReviewParams(this);
    }
  }
}
