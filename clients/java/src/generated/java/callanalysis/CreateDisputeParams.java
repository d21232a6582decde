// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.List;
import java.util.Map;

/** Parameters of: Dispute answers of an evaluation. */
public final class CreateDisputeParams extends Params {
  private CreateDisputeParams(Builder builder) {
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

    /** Your identifier of the person who disputes. A member and a link may leave it out. */
    public Builder raisedBy(String raisedBy) {
      return set("raised_by", raisedBy);
    }

    /** The disputed answers, each question once. */
    public Builder answers(List<Map<String, Object>> answers) {
      return set("answers", answers);
    }

    /** Ends the parameters. */
    public CreateDisputeParams build() {
      return new CreateDisputeParams(this);
    }
  }
}
