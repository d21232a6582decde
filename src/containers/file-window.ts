// Reads a file mostly from front to back, in large pieces, and yields to the event loop at each of them.
import { type FileHandle, open } from 'node:fs/promises';

const WINDOW_BYTES = 256 * 1024;
/** Maximum number of elements read in a file: more than a day has of the shortest frames, and seconds of work. */
const MAX_STEPS = 20_000_000;

/** The file has more elements than a recording of the maximum length. */
export class TooManyElements extends Error {}

export class FileWindow {
  readonly #file: FileHandle;
  readonly #signal: AbortSignal;
  readonly size: number;
  #bytes: Buffer = Buffer.alloc(0);
  #from = 0;
  #steps = 0;

  private constructor(file: FileHandle, size: number, signal: AbortSignal) {
    this.#file = file;
    this.size = size;
    this.#signal = signal;
  }

  /** Rejects when the file cannot be read. */
  static async open(path: string, signal: AbortSignal): Promise<FileWindow> {
    const file = await open(path, 'r');
    try {
      return new FileWindow(file, (await file.stat()).size, signal);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  /**
   * @param cost cost of the step, in elements of the usual size
   * @throws TooManyElements
   */
  step(cost = 1): void {
    this.#steps += cost;
    if (this.#steps > MAX_STEPS) throw new TooManyElements();
  }

  /**
   * Reads like {@link load} without a promise, for the many small elements; null when the window does not contain these bytes.
   */
  peek(at: number, length: number): Buffer | null {
    const from = at - this.#from;
    const end = Math.min(at + length, this.size) - this.#from;
    return from >= 0 && from <= end && end <= this.#bytes.length ? this.#bytes.subarray(from, end) : null;
  }

  /** Reads bytes; fewer only at the end of the file. */
  async load(at: number, length: number): Promise<Buffer> {
    const seen = this.peek(at, length);
    if (seen !== null) return seen;
    this.#signal.throwIfAborted();
    const wanted = Math.max(0, Math.min(Math.max(length, WINDOW_BYTES), this.size - at));
    const bytes = Buffer.allocUnsafe(wanted);
    let filled = 0;
    while (filled < wanted) {
      const { bytesRead } = await this.#file.read(bytes, filled, wanted - filled, at + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    this.#bytes = bytes.subarray(0, filled);
    this.#from = at;
    return this.#bytes.subarray(0, length);
  }
}
