// Limits how many requests the service has open at the provider at once (PROVIDER_CONCURRENCY), over all calls it works on.

/** A first-come, first-served semaphore. One instance is shared by every client of one provider. */
export class OpenAiRequestGate {
  #free: number;
  readonly #waiting: Array<() => void> = [];

  /** @param concurrency requests open at once, 1 or more */
  constructor(concurrency: number) {
    this.#free = Math.max(1, Math.floor(concurrency));
  }

  /** Runs the work when its turn comes. Rejects with the signal's reason when it is aborted while waiting. */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#enter(signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(enter);
    });
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
