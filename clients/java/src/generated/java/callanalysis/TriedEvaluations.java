// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code TriedEvaluations} of the API. */
public final class TriedEvaluations {
  @JsonProperty("items") private List<Evaluation> items;

  private TriedEvaluations() {}

  /** One for each call, in the order of the ids. They are stored nowhere: their {@code id} leads to nothing. */
  public List<Evaluation> items() {
    return items;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
