// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Create a link to a calibration session. */
public final class CreateCalibrationLinkParams extends Params {
  private CreateCalibrationLinkParams(Builder builder) {
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

    /** The reviewer of the session who gets the link. */
    public Builder reviewerId(String reviewerId) {
      return set("reviewer_id", reviewerId);
    }

    /** Validity of the link in seconds. By default {@code 86400}. */
    public Builder expiresIn(long expiresIn) {
      return set("expires_in", expiresIn);
    }

    /** Ends the parameters. */
    public CreateCalibrationLinkParams build() {
      return new CreateCalibrationLinkParams(this);
    }
  }
}
