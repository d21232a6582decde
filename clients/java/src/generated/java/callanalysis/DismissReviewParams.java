// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Take a call out of the queue without a review. */
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

    /** Your own name of the person who looks at the call. */
    public Builder reviewerId(String reviewerId) {
      return set("reviewer_id", reviewerId);
    }

    /** Why the call needs no review. May be null. */
    public Builder note(String note) {
      return set("note", note);
    }

    /** Ends the parameters. */
    public DismissReviewParams build() {
      return new DismissReviewParams(this);
    }
  }
}
