// Runs a task at an interval, and never twice at the same time.

export class PeriodicTask {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;

  /** @param onError called with the error of a failed run; the next run takes place all the same */
  constructor(
    private readonly run: () => Promise<void>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** The first run begins at once. A run that falls due while another one is going is skipped. */
  start(intervalMs: number): void {
    this.begin();
    this.timer = setInterval(() => this.begin(), intervalMs);
  }

  /** Resolves when the current run has ended. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private begin(): void {
    this.running ??= this.run()
      .catch(this.onError)
      .finally(() => {
        this.running = null;
      });
  }
}
