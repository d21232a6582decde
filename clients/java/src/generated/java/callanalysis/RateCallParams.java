// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.List;
import java.util.Map;

/** Parameters of: Rate a call. */
public final class RateCallParams extends Params {
  private RateCallParams(Builder builder) {
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

    /** An answer to every question that applies. Answers to others are left out. */
    public Builder answers(List<Map<String, Object>> answers) {
      return set("answers", answers);
    }

    /** Ends the parameters. */
    public RateCallParams build() {
      return new RateCallParams(this);
    }
  }
}
