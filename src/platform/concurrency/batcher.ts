// Answers many concurrent calls with one round trip. With one round trip for each, the round trips would be most of the work.
import { setTimeout as wait } from 'node:timers/promises';

interface BatchLimits {
  /** Items in one statement. */
  readonly maxItems: number;
  /** Statements that run at the same time. With several, short ones need not wait for a long one. */
  readonly concurrency: number;
  /** From the start of one statement to the start of the next: a few large statements cost less than many small ones. */
  readonly minIntervalMs: number;
}

interface PendingCall<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Calls made at the same time share a statement, and so do calls made while the maximum number of statements runs. The
 * busier the service, the more calls share. A statement always starts after the calls that it answers were made. When it
 * fails, each of its calls rejects with the error.
 *
 * A single call is sent in a microtask and not at the end of the event loop's turn: while large uploads run, one
 * turn takes long, and the call would wait for it.
 */
export class Batcher<Item, Answer> {
  private pending: PendingCall<Item, Answer>[] = [];
  private running = 0;
  /** True while the newest of the `running` loops has not taken its first batch yet. */
  private starting = false;
  private readonly limits: BatchLimits;

  /** @param run returns one result for each item, in their order */
  constructor(
    private readonly run: (items: readonly Item[]) => Promise<readonly Answer[]>,
    limits: Partial<BatchLimits> = {},
  ) {
    this.limits = { maxItems: 200, concurrency: 1, minIntervalMs: 0, ...limits };
  }

  call(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.pending.push({ item, resolve, reject });
      if (this.starting || this.running === this.limits.concurrency) return;
      this.starting = true;
      this.running++;
      queueMicrotask(() => void this.runAll());
    });
  }

  private async runAll(): Promise<void> {
    this.starting = false;
    while (this.pending.length > 0) {
      const startedAt = performance.now();
      const batch = this.pending.splice(0, this.limits.maxItems);
      try {
        const answers = await this.run(batch.map(({ item }) => item));
        if (answers.length !== batch.length) throw new Error('A batch was answered in part');
        for (const [index, answer] of answers.entries()) batch[index]?.resolve(answer);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      const waitMs = this.limits.minIntervalMs - (performance.now() - startedAt);
      if (waitMs > 0 && this.pending.length < this.limits.maxItems) await wait(waitMs);
    }
    this.running--;
  }
}
