// The pace that a recording must have on its way here, as an upload or as a download. Below it a client, or the server that a
// client names, would occupy a connection and a place for as long as it likes. The whole time is not limited by it.

export const PACE_WINDOW_MS = 30_000;
/** About 9 kbit/s, which is slower than any line that carries calls. At 8 Mbit/s a client sends 30 MB in one window. */
export const MIN_BYTES_PER_WINDOW = 32_768;

/** Watches one sender. Only the time in which the reader waits for bytes counts: a slow reader is no fault of the sender. */
export class LeastPace {
  private waitedMs = 0;
  private received = 0;

  /** Call for each piece that arrives. @returns whether a window has passed with too few bytes in it */
  isTooSlow(waitedMs: number, bytes: number): boolean {
    this.waitedMs += waitedMs;
    this.received += bytes;
    if (this.waitedMs < PACE_WINDOW_MS) return false;
    const tooSlow = this.received < MIN_BYTES_PER_WINDOW;
    this.waitedMs = 0;
    this.received = 0;
    return tooSlow;
  }
}
