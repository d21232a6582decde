// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code RetentionSettings} of the API. */
public final class RetentionSettings {
  @JsonProperty("object") private String object;
  @JsonProperty("recordings_days") private Long recordingsDays;
  @JsonProperty("originals_days") private Long originalsDays;
  @JsonProperty("transcripts_days") private Long transcriptsDays;
  @JsonProperty("analyses_days") private Long analysesDays;
  @JsonProperty("audit_days") private Long auditDays;
  @JsonProperty("audit_reads") private Boolean auditReads;
  @JsonProperty("waits_until") private Long waitsUntil;
  @JsonProperty("ceilings") private RetentionCeilings ceilings;

  private RetentionSettings() {}

  /** Type of the object. */
  public String object() {
    return object;
  }

  /** Days for which recordings are kept; null: no limit. */
  public Long recordingsDays() {
    return recordingsDays;
  }

  /** Days for which originals of masked recordings are kept; null: no limit. */
  public Long originalsDays() {
    return originalsDays;
  }

  /** Days for which transcripts are kept; null: no limit. */
  public Long transcriptsDays() {
    return transcriptsDays;
  }

  /** Days for which analyses are kept; null: no limit. */
  public Long analysesDays() {
    return analysesDays;
  }

  /** Days for which entries of the audit log are kept. */
  public Long auditDays() {
    return auditDays;
  }

  /** Whether reads of single calls are entered in the audit log. */
  public Boolean auditReads() {
    return auditReads;
  }

  /** When the first round of changed settings deletes, in Unix seconds; null where none waits. */
  public Long waitsUntil() {
    return waitsUntil;
  }

  /** Most days that the operator allows. */
  public RetentionCeilings ceilings() {
    return ceilings;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
