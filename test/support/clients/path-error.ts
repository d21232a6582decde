/** The service answered with a status other than success. */
export class PathError extends Error {
  override readonly name = 'PathError';

  /**
   * @param request the method and path
   * @param detail a sentence, or for status 422 one item for each failing field
   */
  constructor(
    readonly request: string,
    readonly status: number,
    readonly detail: unknown,
  ) {
    super(`${request}: ${status} ${typeof detail === 'string' ? detail : JSON.stringify(detail)}`);
  }
}
