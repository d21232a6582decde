// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code draft}, {@code published}. */
public final class RevisionStatus extends OpenEnum {
  public static final RevisionStatus DRAFT = new RevisionStatus("draft");
  public static final RevisionStatus PUBLISHED = new RevisionStatus("published");

  private RevisionStatus(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static RevisionStatus of(String value) {
    return new RevisionStatus(value);
  }
}
