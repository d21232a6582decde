// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Get a call to rate. */
public final class GetCalibrationItemParams extends Params {
  private GetCalibrationItemParams(Builder builder) {
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
     * Whose rating to show. A link shows its own, and so does a member until the session is closed. For instance
     * {@code mara}.
     */
    public Builder reviewerId(String reviewerId) {
      return set("reviewer_id", reviewerId);
    }

    /** Ends the parameters. */
    public GetCalibrationItemParams build() {
      return new GetCalibrationItemParams(this);
    }
  }
}
