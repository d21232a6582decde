// One round trip for what many callers want at the same time, where one for each would be most of the work.
import { setTimeout as wait } from 'node:timers/promises';

interface BatchLimits {
  /** Items in one statement. */
  readonly most: number;
  /** Statements under way. With several, what is quick need not wait for what is long. */
  readonly atOnce: number;
  /** At least from the beginning of a statement to that of the next: a few large ones cost less than many small ones. */
  readonly apartMs: number;
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Calls that are made together, or while all statements are under way, share the next one. Alone, a call goes at once, and
 * not at the end of the event loop's turn: beside large uploads a turn is long. The busier it is, the more share. A
 * statement begins after every call that it answers. An error is told to all who shared.
 */
export class Batcher<Item, Answer> {
  private waiting: Waiting<Item, Answer>[] = [];
  private running = 0;
  /** The first of `running` has not begun yet. */
  private beginning = false;
  private readonly limits: BatchLimits;

  /** @param run one answer for each item, in their order */
  constructor(
    private readonly run: (items: readonly Item[]) => Promise<readonly Answer[]>,
    limits: Partial<BatchLimits> = {},
  ) {
    this.limits = { most: 200, atOnce: 1, apartMs: 0, ...limits };
  }

  call(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.beginning || this.running === this.limits.atOnce) return;
      this.beginning = true;
      this.running++;
      queueMicrotask(() => void this.runAll());
    });
  }

  private async runAll(): Promise<void> {
    this.beginning = false;
    while (this.waiting.length > 0) {
      const began = performance.now();
      const batch = this.waiting.splice(0, this.limits.most);
      try {
        const answers = await this.run(batch.map(({ item }) => item));
        if (answers.length !== batch.length) throw new Error('A batch was answered in part');
        for (const [index, answer] of answers.entries()) batch[index]?.resolve(answer);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      const restMs = this.limits.apartMs - (performance.now() - began);
      if (restMs > 0 && this.waiting.length < this.limits.most) await wait(restMs);
    }
    this.running--;
  }
}
