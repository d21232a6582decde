// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code EvaluationStatistics} of the API. */
public final class EvaluationStatistics {
  @JsonProperty("object") private String object;
  @JsonProperty("group_by") private List<String> groupBy;
  @JsonProperty("timezone") private String timezone;
  @JsonProperty("from") private Long from;
  @JsonProperty("to") private Long to;
  @JsonProperty("previous") private TimeSpan previous;
  @JsonProperty("as_of") private Long asOf;
  @JsonProperty("of") private String of;
  @JsonProperty("rows") private List<EvaluationRow> rows;
  @JsonProperty("totals") private EvaluationFigures totals;
  @JsonProperty("judge_changes") private List<MarkedJudgeChange> judgeChanges;

  private EvaluationStatistics() {}

  /** Type of the object. */
  public String object() {
    return object;
  }

  /** Requested grouping; empty for a single row. */
  public List<String> groupBy() {
    return groupBy;
  }

  /** Time zone in which days, weeks and months begin. */
  public String timezone() {
    return timezone;
  }

  /** Unix seconds: the calls are later than this, as with {@code created_after}. */
  public Long from() {
    return from;
  }

  /** Unix seconds: the calls are not later than this, as with {@code created_before}. */
  public Long to() {
    return to;
  }

  /** The period that {@code change} compares with; only with {@code compare=previous}. */
  public TimeSpan previous() {
    return previous;
  }

  /** Unix seconds: everything stored until then is counted. At most 30 seconds ago. */
  public Long asOf() {
    return asOf;
  }

  /** Type of the figures. */
  public String of() {
    return of;
  }

  /**
   * Sorted by key, null last. Days, weeks and months without calls are included, for the whole period and for each
   * group that occurs in it.
   */
  public List<EvaluationRow> rows() {
    return rows;
  }

  /** Of everything that was asked for, each once. */
  public EvaluationFigures totals() {
    return totals;
  }

  /**
   * Moments of the period in which the judge of a scorecard was found [changed](/docs/calibration), the oldest
   * first: what scores do there may not be the agents’ doing. Of the scorecard that is asked for, or of all.
   */
  public List<MarkedJudgeChange> judgeChanges() {
    return judgeChanges;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
