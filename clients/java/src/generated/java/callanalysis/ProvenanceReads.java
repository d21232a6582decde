// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code ProvenanceReads} of the API. */
public final class ProvenanceReads {
  @JsonProperty("since") private Long since;
  @JsonProperty("total") private Long total;
  @JsonProperty("items") private List<ProvenanceRead> items;

  private ProvenanceReads() {}

  /** Time of the oldest entry in the audit log: earlier reads are not known. May be null. */
  public Long since() {
    return since;
  }

  /** Number of reads since then. */
  public Long total() {
    return total;
  }

  /** Newest first, at most 1,000. */
  public List<ProvenanceRead> items() {
    return items;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
