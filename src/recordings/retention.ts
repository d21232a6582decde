/** Ends what was kept for long enough, and notes its recordings for deletion. The owner of the rows implements it. */
export abstract class Retention {
  /** @throws ProviderError when the store fails */
  abstract end(): Promise<void>;
}
