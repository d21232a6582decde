// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code RetentionCeilings} of the API. */
public final class RetentionCeilings {
  @JsonProperty("recordings_days") private Long recordingsDays;
  @JsonProperty("originals_days") private Long originalsDays;
  @JsonProperty("transcripts_days") private Long transcriptsDays;
  @JsonProperty("analyses_days") private Long analysesDays;
  @JsonProperty("audit_days") private Long auditDays;

  private RetentionCeilings() {}

  /** Days for which recordings may be kept; null: no limit. */
  public Long recordingsDays() {
    return recordingsDays;
  }

  /** Days for which originals may be kept; null: no limit. */
  public Long originalsDays() {
    return originalsDays;
  }

  /** Days for which transcripts may be kept; null: no limit. */
  public Long transcriptsDays() {
    return transcriptsDays;
  }

  /** Days for which analyses may be kept; null: no limit. */
  public Long analysesDays() {
    return analysesDays;
  }

  /** Days for which entries of the audit log may be kept; null: no limit. */
  public Long auditDays() {
    return auditDays;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
