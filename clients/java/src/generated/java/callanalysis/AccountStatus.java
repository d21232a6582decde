// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code AccountStatus} of the API. */
public final class AccountStatus {
  @JsonProperty("object") private String object;
  @JsonProperty("calls") private CallsStatus calls;
  @JsonProperty("batches_waiting_for_quota") private Long batchesWaitingForQuota;
  @JsonProperty("engines") private List<EngineStatus> engines;
  @JsonProperty("retention") private Retention retention;

  private AccountStatus() {}

  /** Always {@code account_status}. */
  public String object() {
    return object;
  }

  /** Calls of the account. */
  public CallsStatus calls() {
    return calls;
  }

  /** Batches that wait for the next period or another plan, because the minutes are used up. */
  public Long batchesWaitingForQuota() {
    return batchesWaitingForQuota;
  }

  /** Engines that process new calls of the account. */
  public List<EngineStatus> engines() {
    return engines;
  }

  /** How long the service keeps data. The operator sets it. */
  public Retention retention() {
    return retention;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
