// A gate that lets requests through one by one, in the order in which they came.

export class StepGate {
  private readonly held: (() => void)[] = [];
  private isOpen = false;

  get waiting(): number {
    return this.held.length;
  }

  close(): void {
    this.isOpen = false;
  }

  open(): void {
    this.isOpen = true;
    this.let(this.held.length);
  }

  let(count: number): void {
    for (const pass of this.held.splice(0, count)) pass();
  }

  async pass(): Promise<undefined> {
    if (!this.isOpen) await new Promise<void>((pass) => this.held.push(pass));
  }
}
