// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Judge a stored call by a scorecard. */
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

    /** The scorecard to judge the call by. */
    public Builder scorecardId(String scorecardId) {
      return set("scorecard_id", scorecardId);
    }

    /** One of its published revisions; left out, the one that was published last. May be null. */
    public Builder revision(long revision) {
      return set("revision", revision);
    }

    /** One of its published revisions; left out, the one that was published last. May be null. */
    public Builder revision(Long revision) {
      return set("revision", revision);
    }

    /** Ends the parameters. */
    public CreateEvaluationParams build() {
      return new CreateEvaluationParams(this);
    }
  }
}
