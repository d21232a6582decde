// Work that comes round again and again, and never twice at once.

export class RegularRound {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;

  /** @param failed told of an error; the next round comes all the same */
  constructor(
    private readonly work: () => Promise<void>,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** The first round begins at once. */
  start(everyMs: number): void {
    this.begin();
    this.timer = setInterval(() => this.begin(), everyMs);
  }

  /** Resolves when the round under way is over. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private begin(): void {
    this.running ??= this.work()
      .catch(this.failed)
      .finally(() => {
        this.running = null;
      });
  }
}
