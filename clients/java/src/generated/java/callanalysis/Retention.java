// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code Retention} of the API. */
public final class Retention {
  @JsonProperty("recordings_days") private Long recordingsDays;
  @JsonProperty("analyses_days") private Long analysesDays;
  @JsonProperty("test_days") private Long testDays;

  private Retention() {}

  /** Days after completion until recordings are deleted; null: they are kept. */
  public Long recordingsDays() {
    return recordingsDays;
  }

  /** The same for calls with everything that belongs to them. May be null. */
  public Long analysesDays() {
    return analysesDays;
  }

  /** The same for test calls. May be null. */
  public Long testDays() {
    return testDays;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
