// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.Map;

/** Parameters of: Draw a sample of calls. */
public final class CreateSampleParams extends Params {
  private CreateSampleParams(Builder builder) {
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
     * Which calls: the filters of {@code GET /analysis}, all of which must match. If omitted: all calls. May be
     * null.
     */
    public Builder filter(Map<String, ?> filter) {
      return set("filter", filter);
    }

    /** Calls to draw; with {@code per}, of each agent or contact. */
    public Builder count(long count) {
      return set("count", count);
    }

    /** Draw {@code count} calls of each agent or contact. May be null. */
    public Builder per(DrawPer per) {
      return set("per", per);
    }

    /**
     * Spread the sample as evenly as the calls allow over the outcomes of {@code filter.scorecard_id}, or over the
     * answers to one question of a scorecard. Without it a rare answer is rare in the sample too. May be null.
     */
    public Builder stratifyBy(String stratifyBy) {
      return set("stratify_by", stratifyBy);
    }

    /**
     * Spread the sample as evenly as the calls allow over the outcomes of {@code filter.scorecard_id}, or over the
     * answers to one question of a scorecard. Without it a rare answer is rare in the sample too. May be null.
     */
    public Builder stratifyBy(Map<String, ?> stratifyBy) {
      return set("stratify_by", stratifyBy);
    }

    /** Decides which calls are drawn. If omitted, one is generated and returned. May be null. */
    public Builder seed(String seed) {
      return set("seed", seed);
    }

    /**
     * {@code true} puts the calls into the review queue, with the reason {@code sampled}. By default {@code false}.
     */
    public Builder queue(boolean queue) {
      return set("queue", queue);
    }

    /** Ends the parameters. */
    public CreateSampleParams build() {
      return new CreateSampleParams(this);
    }
  }
}
