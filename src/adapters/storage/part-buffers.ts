// Memory in which all uploads of a process collect their parts. It limits the memory of uploads, however many are open.

export class PartBuffers {
  private readonly idle: Buffer[] = [];
  private readonly waiting: ((buffer: Buffer) => void)[] = [];
  private made = 0;

  /**
   * @param count maximum number of buffers; each is created when it is first needed
   * @param bytes of one buffer
   */
  constructor(
    private readonly count: number,
    readonly bytes: number,
  ) {}

  /** Null when all buffers are in use, or an upload waits for one. */
  tryTake(): Buffer | null {
    if (this.waiting.length > 0) return null;
    const buffer = this.idle.pop();
    if (buffer) return buffer;
    if (this.made === this.count) return null;
    this.made += 1;
    return Buffer.allocUnsafeSlow(this.bytes);
  }

  /** Waits for a buffer, first come, first served. */
  take(): Promise<Buffer> {
    const buffer = this.tryTake();
    return buffer ? Promise.resolve(buffer) : new Promise((resolve) => this.waiting.push(resolve));
  }

  give(buffer: Buffer): void {
    const next = this.waiting.shift();
    if (next) next(buffer);
    else this.idle.push(buffer);
  }

  /** Replaces `give` for a buffer that a broken request may still read: the next upload gets other memory. */
  giveUp(): void {
    this.give(Buffer.allocUnsafeSlow(this.bytes));
  }
}
