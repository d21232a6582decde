// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Dismiss a call without a review. */
public final class DismissReviewParams extends Params {
  private DismissReviewParams(Builder builder) {
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

    /** Reason for dismissing the call. May be null. */
    public Builder note(String note) {
      return set("note", note);
    }

    /** Ends the parameters. */
    public DismissReviewParams build() {
      return new DismissReviewParams(this);
    }
  }
}
