// A deadline that can be relied on. `AbortSignal.any([AbortSignal.timeout(ms), signal])` cannot: Node 20 frees a time-out signal
// that only a composite signal follows, and its time then never passes.

export interface TimeLimit {
  /** Aborts when the time is over, with `reason`, or with the other signal, with its reason. */
  readonly signal: AbortSignal;
  /** Whether the time was over before the other signal aborted and before `clear`. */
  readonly isOver: () => boolean;
  /** Ends the wait of both. To be called when the work is done, or the timer holds its memory until the time is over. */
  readonly clear: () => void;
}

export interface TimeLimitOptions {
  /** The work also ends when this aborts. */
  readonly signal?: AbortSignal;
  /** Default: the `TimeoutError` of `AbortSignal.timeout`. */
  readonly reason?: Error;
}

/** The timer keeps no process running. */
export function timeLimit(timeoutMs: number, { signal: other, reason }: TimeLimitOptions = {}): TimeLimit {
  const controller = new AbortController();
  let isOver = false;
  const clear = (): void => {
    clearTimeout(timer);
    other?.removeEventListener('abort', abortWithOther);
  };
  const abortWithOther = (): void => {
    clear();
    controller.abort(other?.reason);
  };
  const timer = setTimeout(() => {
    clear();
    isOver = true;
    controller.abort(reason ?? new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  }, timeoutMs).unref();
  if (other?.aborted) abortWithOther();
  else other?.addEventListener('abort', abortWithOther);
  return { signal: controller.signal, isOver: () => isOver, clear };
}
