// Reads ffmpeg's pipe under a watch.
import type { BoundedChild } from './bounded-child.js';
import { decoderStalled } from './ffmpeg-outcome.js';

/** Kills the child when the reader waits too long, for one chunk or for all together. */
export class StallGuardedReader {
  readonly #child: BoundedChild;
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #stallTimeoutMs: number;
  #remainingMs: number;

  constructor(child: BoundedChild, timeouts: { readonly stallTimeoutMs: number; readonly totalTimeoutMs: number }) {
    this.#child = child;
    this.#chunks = child.stdout[Symbol.asyncIterator]();
    this.#stallTimeoutMs = timeouts.stallTimeoutMs;
    this.#remainingMs = timeouts.totalTimeoutMs;
  }

  /** Null at the end of the output, and when the child was killed: its exit status says which. */
  async read(): Promise<Buffer | null> {
    let stalled = false;
    const timer = setTimeout(
      () => {
        stalled = true;
        this.#child.kill();
      },
      Math.min(this.#stallTimeoutMs, this.#remainingMs),
    );
    const startedAt = performance.now();
    try {
      const next = await this.#chunks.next();
      return next.done ? null : next.value;
    } catch (error) {
      if (stalled) throw decoderStalled();
      if (error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE') return null;
      throw error;
    } finally {
      clearTimeout(timer);
      this.#remainingMs -= performance.now() - startedAt;
    }
  }
}
