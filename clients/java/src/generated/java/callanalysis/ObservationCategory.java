// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code customer_signal}, {@code agent_practice}, {@code agent_conduct}. */
public final class ObservationCategory extends OpenEnum {
  public static final ObservationCategory CUSTOMER_SIGNAL = new ObservationCategory("customer_signal");
  public static final ObservationCategory AGENT_PRACTICE = new ObservationCategory("agent_practice");
  public static final ObservationCategory AGENT_CONDUCT = new ObservationCategory("agent_conduct");

  private ObservationCategory(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static ObservationCategory of(String value) {
    return new ObservationCategory(value);
  }
}
