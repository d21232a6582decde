// A gate that holds requests while it is closed.

export class Gate {
  private opened: Promise<void> = Promise.resolve();
  private release: () => void = () => undefined;
  waiting = 0;

  close(): void {
    this.opened = new Promise((resolve) => {
      this.release = resolve;
    });
  }

  open(): void {
    this.release();
  }

  async pass(): Promise<undefined> {
    this.waiting += 1;
    await this.opened;
    this.waiting -= 1;
  }
}
