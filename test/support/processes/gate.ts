// A gate that holds requests while it is closed.

export class Gate {
  private opened: Promise<void> = Promise.resolve();
  private release: (() => void) | null = null;
  waiting = 0;

  close(): void {
    // What waits already must see the next opening.
    if (this.release !== null) return;
    this.opened = new Promise((resolve) => {
      this.release = resolve;
    });
  }

  open(): void {
    this.release?.();
    this.release = null;
  }

  async pass(): Promise<undefined> {
    this.waiting += 1;
    await this.opened;
    this.waiting -= 1;
  }
}
