// The one error an adapter throws, so that retrying is decided in one place and never by reading messages.

export interface ProviderErrorOptions {
  /** May the same request succeed later? */
  readonly retryable: boolean;
  /** How long the provider asked to be left alone, in milliseconds; null when it did not say. */
  readonly retryAfterMs?: number | null;
  /** True when no call can succeed until an operator acts (refused credentials, exhausted quota). */
  readonly pausesEngine?: boolean;
  readonly cause?: unknown;
}

/**
 * A failure of something outside this service.
 * `message` is one sentence for the client: no stack, key, path, host name or provider text.
 * What an operator needs beyond it travels in `cause` and goes to the log only.
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
  readonly pausesEngine: boolean;

  constructor(message: string, options: ProviderErrorOptions) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.pausesEngine = options.pausesEngine ?? false;
  }
}
