// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code waiting}, {@code taken}, {@code existing}, {@code refused}. */
public final class SourceItemStatus extends OpenEnum {
  public static final SourceItemStatus WAITING = new SourceItemStatus("waiting");
  public static final SourceItemStatus TAKEN = new SourceItemStatus("taken");
  public static final SourceItemStatus EXISTING = new SourceItemStatus("existing");
  public static final SourceItemStatus REFUSED = new SourceItemStatus("refused");

  private SourceItemStatus(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static SourceItemStatus of(String value) {
    return new SourceItemStatus(value);
  }
}
