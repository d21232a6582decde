// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.List;
import java.util.Map;

/** Parameters of: Create a revision. */
public final class CreateScorecardRevisionParams extends Params {
  private CreateScorecardRevisionParams(Builder builder) {
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

    /** The form. */
    public Builder sections(List<Map<String, Object>> sections) {
      return set("sections", sections);
    }

    /**
     * ISO 639-1: the language of the phrases. In a call that is not known to be in it, a phrase that was not found
     * is {@code not_assessable}. Null: phrases count in every call.
     */
    public Builder language(String language) {
      return set("language", language);
    }

    /** Minimum rounded score for the outcome {@code passed}. Null: every score passes. */
    public Builder passMark(double passMark) {
      return set("pass_mark", passMark);
    }

    /** Minimum rounded score for the outcome {@code passed}. Null: every score passes. */
    public Builder passMark(Double passMark) {
      return set("pass_mark", passMark);
    }

    /** Below this coverage there is no score, and the outcome is {@code not_assessable}. By default {@code 0.5}. */
    public Builder minCoverage(double minCoverage) {
      return set("min_coverage", minCoverage);
    }

    /** Ends the parameters. */
    public CreateScorecardRevisionParams build() {
      return new CreateScorecardRevisionParams(this);
    }
  }
}
