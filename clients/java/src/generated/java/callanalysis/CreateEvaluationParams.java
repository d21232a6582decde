// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Score a call with a scorecard. */
public final class CreateEvaluationParams extends Params {
  private CreateEvaluationParams(Builder builder) {
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

    /** Scorecard to score the call with. */
    public Builder scorecardId(String scorecardId) {
      return set("scorecard_id", scorecardId);
    }

    /** One of its published revisions; if omitted, the one published last. May be null. */
    public Builder revision(long revision) {
      return set("revision", revision);
    }

    /** One of its published revisions; if omitted, the one published last. May be null. */
    public Builder revision(Long revision) {
      return set("revision", revision);
    }

    /** Ends the parameters. */
    public CreateEvaluationParams build() {
      return new CreateEvaluationParams(this);
    }
  }
}
