/** The provider answered, but the response cannot be used: it is not JSON, lacks fields, or exceeds the size limit. */
export class UnusableResponseError extends Error {
  override readonly name = 'UnusableResponseError';
}
