// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Publish a revision. */
public final class PublishScorecardRevisionParams extends Params {
  private PublishScorecardRevisionParams(Builder builder) {
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
     * Publishes it regardless of the scorecard’s gate, without scoring any call. The revision records this. By
     * default {@code false}.
     */
    public Builder force(boolean force) {
      return set("force", force);
    }

    /** Ends the parameters. */
    public PublishScorecardRevisionParams build() {
      return new PublishScorecardRevisionParams(this);
    }
  }
}
