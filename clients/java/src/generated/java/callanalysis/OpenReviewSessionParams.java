// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Open a review link. */
public final class OpenReviewSessionParams extends Params {
  private OpenReviewSessionParams(Builder builder) {
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

    /** The token after {@code #review=} in the link. */
    public Builder token(String token) {
      return set("token", token);
    }

    /** Ends the parameters. */
    public OpenReviewSessionParams build() {
      return new OpenReviewSessionParams(this);
    }
  }
}
