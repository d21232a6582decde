/** Tells when nothing happened for some time. */
export class IdleTimer {
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly ms: number,
    private readonly onIdle: () => void,
  ) {}

  /** Begins to wait, or begins anew. */
  start(): void {
    if (this.timer) this.timer.refresh();
    else this.timer = setTimeout(this.onIdle, this.ms);
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }
}
