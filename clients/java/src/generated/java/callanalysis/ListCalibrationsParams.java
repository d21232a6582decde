// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: List the calibration sessions. */
public final class ListCalibrationsParams extends Params {
  private ListCalibrationsParams(Builder builder) {
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

    /** Only sessions of this scorecard. For instance {@code 7d0c3f5e-2b0e-4b1c-9d7e-0f4a2f8f6b11}. */
    public Builder scorecardId(String scorecardId) {
      return set("scorecard_id", scorecardId);
    }

    /** Only sessions in this state. */
    public Builder status(CalibrationStatus status) {
      return set("status", status);
    }

    /** Ends the parameters. */
    public ListCalibrationsParams build() {
      return new ListCalibrationsParams(this);
    }
  }
}
