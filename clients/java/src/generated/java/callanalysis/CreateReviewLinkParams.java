// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.List;

/** Parameters of: Create a review link. */
public final class CreateReviewLinkParams extends Params {
  private CreateReviewLinkParams(Builder builder) {
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
     * Your identifier of the reviewer who gets the link. Reviews and corrections made with the link carry this
     * name.
     */
    public Builder reviewerId(String reviewerId) {
      return set("reviewer_id", reviewerId);
    }

    /** Permissions of the link. {@code read} is always included. */
    public Builder may(List<CallLinkAct> may) {
      return set("may", may);
    }

    /** Validity of the link in seconds. By default {@code 86400}. */
    public Builder expiresIn(long expiresIn) {
      return set("expires_in", expiresIn);
    }

    /** Ends the parameters. */
    public CreateReviewLinkParams build() {
      return new CreateReviewLinkParams(this);
    }
  }
}
