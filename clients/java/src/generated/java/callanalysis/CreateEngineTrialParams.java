// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.List;
import java.util.Map;

/** Parameters of: Compare engines on your own calls. */
public final class CreateEngineTrialParams extends Params {
  private CreateEngineTrialParams(Builder builder) {
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

    /** What the engines do again for each call. */
    public Builder task(EngineTask task) {
      return set("task", task);
    }

    /**
     * Names of the engines: those that {@code GET /settings/engines} offers for the task, and the one of the
     * service.
     */
    public Builder engines(List<String> engines) {
      return set("engines", engines);
    }

    /** The calls. All of them must be completed. May be null. */
    public Builder analysisIds(List<String> analysisIds) {
      return set("analysis_ids", analysisIds);
    }

    /**
     * Which calls: the filters of {@code GET /analysis}, all of which must match. If omitted: all calls. Only calls
     * that are completed when the job starts belong to it. An unknown filter is refused, because a misspelled one
     * would widen the job. May be null.
     */
    public Builder filter(Map<String, ?> filter) {
      return set("filter", filter);
    }

    /** Number of calls to draw from those of the filter, instead of {@code analysis_ids}. May be null. */
    public Builder count(long count) {
      return set("count", count);
    }

    /** Number of calls to draw from those of the filter, instead of {@code analysis_ids}. May be null. */
    public Builder count(Long count) {
      return set("count", count);
    }

    /**
     * Decides which calls are drawn: the first {@code count} by SHA-256 of {@code seed:id}. Generated and returned
     * if omitted. May be null.
     */
    public Builder seed(String seed) {
      return set("seed", seed);
    }

    /**
     * Scorecard whose questions are answered, by its published revision. If omitted, {@code analysis} judges the
     * findings. May be null.
     */
    public Builder scorecardId(String scorecardId) {
      return set("scorecard_id", scorecardId);
    }

    /** Your own name for the trial. May be null. */
    public Builder name(String name) {
      return set("name", name);
    }

    /** {@code true} only estimates the cost by engine: nothing is stored. By default {@code false}. */
    public Builder dryRun(boolean dryRun) {
      return set("dry_run", dryRun);
    }

    /** Ends the parameters. */
    public CreateEngineTrialParams build() {
      return new CreateEngineTrialParams(this);
    }
  }
}
