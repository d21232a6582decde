// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.Map;

/** Parameters of: Replace the fields of a scorecard. */
public final class UpdateScorecardParams extends Params {
  private UpdateScorecardParams(Builder builder) {
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

    /** Name. */
    public Builder name(String name) {
      return set("name", name);
    }

    /** Description. May be null. */
    public Builder description(String description) {
      return set("description", description);
    }

    /** Calls that a default scorecard scores: those that match every given member. If omitted: all. May be null. */
    public Builder appliesTo(Map<String, ?> appliesTo) {
      return set("applies_to", appliesTo);
    }

    /**
     * Score every call that matches {@code applies_to} and names no scorecards itself, in the mode in which the
     * scorecard was created. By default {@code false}.
     */
    public Builder default_(boolean default_) {
      return set("default", default_);
    }

    /**
     * Days after its completion in which an evaluation can be disputed. 0: without end. If omitted: as it is, 14 at
     * first. May be null.
     */
    public Builder disputeWindowDays(long disputeWindowDays) {
      return set("dispute_window_days", disputeWindowDays);
    }

    /**
     * Days after its completion in which an evaluation can be disputed. 0: without end. If omitted: as it is, 14 at
     * first. May be null.
     */
    public Builder disputeWindowDays(Long disputeWindowDays) {
      return set("dispute_window_days", disputeWindowDays);
    }

    /**
     * How often people must agree with the AI: 0.6 to 0.95. Answers below the confidence that [reaches
     * it](/docs/calibration) wait for a reviewer, and so do all answers to a question for which none is found.
     * Null: every answer counts. If omitted: as it is.
     */
    public Builder targetAgreement(double targetAgreement) {
      return set("target_agreement", targetAgreement);
    }

    /**
     * How often people must agree with the AI: 0.6 to 0.95. Answers below the confidence that [reaches
     * it](/docs/calibration) wait for a reviewer, and so do all answers to a question for which none is found.
     * Null: every answer counts. If omitted: as it is.
     */
    public Builder targetAgreement(Double targetAgreement) {
      return set("target_agreement", targetAgreement);
    }

    /**
     * What [holds a new revision back](/docs/calibration): {@code not_worse} refuses one that agrees less with your
     * reviewers than the published one, {@code trusted} also one with an untrusted question. Default: {@code off}.
     * If omitted: as it is. May be null.
     */
    public Builder gate(ScorecardGate gate) {
      return set("gate", gate);
    }

    /**
     * Calls that are scored again whenever the AI changes, and once a week, to [tell whether it answers
     * otherwise](/docs/calibration); each time counts as an evaluation. Null: none. If omitted: as it is.
     */
    public Builder watch(Map<String, ?> watch) {
      return set("watch", watch);
    }

    /**
     * Your own keys and values, returned unchanged: at most 50 keys of 1 to 40 characters; values are strings of at
     * most 500 characters, numbers, booleans or null.
     */
    public Builder metadata(Map<String, ?> metadata) {
      return set("metadata", metadata);
    }

    /** Ends the parameters. */
    public UpdateScorecardParams build() {
      return new UpdateScorecardParams(this);
    }
  }
}
