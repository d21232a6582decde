// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Update the retention settings. */
public final class UpdateRetentionSettingsParams extends Params {
  private UpdateRetentionSettingsParams(Builder builder) {
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

    /** Days from the end of a call after which its recording is deleted; null or omitted: kept. */
    public Builder recordingsDays(long recordingsDays) {
      return set("recordings_days", recordingsDays);
    }

    /** Days from the end of a call after which its recording is deleted; null or omitted: kept. */
    public Builder recordingsDays(Long recordingsDays) {
      return set("recordings_days", recordingsDays);
    }

    /**
     * Days from the end of a call after which the original of its masked recording is deleted; null or omitted:
     * kept.
     */
    public Builder originalsDays(long originalsDays) {
      return set("originals_days", originalsDays);
    }

    /**
     * Days from the end of a call after which the original of its masked recording is deleted; null or omitted:
     * kept.
     */
    public Builder originalsDays(Long originalsDays) {
      return set("originals_days", originalsDays);
    }

    /**
     * Days from the end of a call after which its transcript is deleted, with quotations, sentences and notes; null
     * or omitted: kept.
     */
    public Builder transcriptsDays(long transcriptsDays) {
      return set("transcripts_days", transcriptsDays);
    }

    /**
     * Days from the end of a call after which its transcript is deleted, with quotations, sentences and notes; null
     * or omitted: kept.
     */
    public Builder transcriptsDays(Long transcriptsDays) {
      return set("transcripts_days", transcriptsDays);
    }

    /** Days from the end of a call after which all of it is deleted; null or omitted: kept. */
    public Builder analysesDays(long analysesDays) {
      return set("analyses_days", analysesDays);
    }

    /** Days from the end of a call after which all of it is deleted; null or omitted: kept. */
    public Builder analysesDays(Long analysesDays) {
      return set("analyses_days", analysesDays);
    }

    /** Days for which entries of the audit log are kept. Default: 400. May be null. */
    public Builder auditDays(long auditDays) {
      return set("audit_days", auditDays);
    }

    /** Days for which entries of the audit log are kept. Default: 400. May be null. */
    public Builder auditDays(Long auditDays) {
      return set("audit_days", auditDays);
    }

    /** Whether reads of single calls are entered in the audit log. Default: false. May be null. */
    public Builder auditReads(boolean auditReads) {
      return set("audit_reads", auditReads);
    }

    /** Whether reads of single calls are entered in the audit log. Default: false. May be null. */
    public Builder auditReads(Boolean auditReads) {
      return set("audit_reads", auditReads);
    }

    /** Changes nothing, and answers what the settings would delete now. May be null. */
    public Builder dryRun(boolean dryRun) {
      return set("dry_run", dryRun);
    }

    /** Changes nothing, and answers what the settings would delete now. May be null. */
    public Builder dryRun(Boolean dryRun) {
      return set("dry_run", dryRun);
    }

    /**
     * Lets the first round delete at once, also where it would wait. Without a setting beside it, changes nothing
     * else. May be null.
     */
    public Builder confirm(boolean confirm) {
      return set("confirm", confirm);
    }

    /**
     * Lets the first round delete at once, also where it would wait. Without a setting beside it, changes nothing
     * else. May be null.
     */
    public Builder confirm(Boolean confirm) {
      return set("confirm", confirm);
    }

    /** Ends the parameters. */
    public UpdateRetentionSettingsParams build() {
      return new UpdateRetentionSettingsParams(this);
    }
  }
}
