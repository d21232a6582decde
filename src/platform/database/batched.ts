// One statement for what many callers want at the same time, where a round trip for each would be most of the work.

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Calls that come within one turn of the event loop, or while a statement is under way, share the next one. Alone, a call
 * goes at once; the busier it is, the more share. An error is told to all who shared.
 */
export class Batched<Item, Answer> {
  private waiting: Waiting<Item, Answer>[] = [];
  private running = false;

  /**
   * @param run one answer for each item, in their order
   * @param most items in one statement
   */
  constructor(
    private readonly run: (items: readonly Item[]) => Promise<readonly Answer[]>,
    private readonly most = 200,
  ) {}

  call(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.running) return;
      this.running = true;
      setImmediate(() => void this.runAll());
    });
  }

  private async runAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.most);
      try {
        const answers = await this.run(batch.map(({ item }) => item));
        if (answers.length !== batch.length) throw new Error('A batch was answered in part');
        for (const [index, answer] of answers.entries()) batch[index]?.resolve(answer);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.running = false;
  }
}
