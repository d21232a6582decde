// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.List;

/** Parameters of: Make a link for a reviewer without an account. */
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

    /** Your own name of the person who gets the link. What is written with it stands under this name. */
    public Builder reviewerId(String reviewerId) {
      return set("reviewer_id", reviewerId);
    }

    /** What the link allows. {@code read} is always part of it. */
    public Builder may(List<ReviewLinkAct> may) {
      return set("may", may);
    }

    /** For how many seconds the link works. By default {@code 86400}. */
    public Builder expiresIn(long expiresIn) {
      return set("expires_in", expiresIn);
    }

    /** Ends the parameters. */
    public CreateReviewLinkParams build() {
      return new CreateReviewLinkParams(this);
    }
  }
}
