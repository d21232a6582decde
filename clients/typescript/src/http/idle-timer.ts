/** Tells when nothing happened for some time. */
export class IdleTimer {
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly ms: number,
    private readonly onIdle: () => void,
  ) {}

  /** Begins to wait, or starts over. */
  start(): void {
    this.stop();
    this.timer = setTimeout(this.onIdle, this.ms);
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}
