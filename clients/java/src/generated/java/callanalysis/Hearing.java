// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code Hearing} of the API. */
public final class Hearing {
  @JsonProperty("agent") private PartyHearing agent;
  @JsonProperty("customer") private PartyHearing customer;

  private Hearing() {}

  /** Audio quality of the agent. */
  public PartyHearing agent() {
    return agent;
  }

  /** Audio quality of the customer. */
  public PartyHearing customer() {
    return customer;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
