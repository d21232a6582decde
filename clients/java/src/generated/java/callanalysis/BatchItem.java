// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code BatchItem} of the API. */
public final class BatchItem {
  @JsonProperty("line") private Long line;
  @JsonProperty("external_id") private String externalId;
  @JsonProperty("analysis_id") private String analysisId;
  @JsonProperty("status") private BatchItemStatus status;
  @JsonProperty("error") private BatchLineError error;
  @JsonProperty("errors") private List<BatchLineError> errors;

  private BatchItem() {}

  /** Number of the line, from 1: in a manifest the line of the file, in {@code items} the position. */
  public Long line() {
    return line;
  }

  /** As given in the line. Null after its call is deleted. */
  public String externalId() {
    return externalId;
  }

  /**
   * The call: a new one, or with {@code existing} the earlier one. Null before it is accepted, and once it is
   * deleted.
   */
  public String analysisId() {
    return analysisId;
  }

  /** Status of the line. */
  public BatchItemStatus status() {
    return status;
  }

  /** Why it was refused or has failed: the first of {@code errors}. Null for the others. */
  public BatchLineError error() {
    return error;
  }

  /** All errors of the line. */
  public List<BatchLineError> errors() {
    return errors;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
