// Fixed windows in the memory of one process, for the time that Redis is unavailable.

export interface WindowCount {
  /** Requests in the window so far, this one included. */
  readonly hits: number;
  /** Time until the window ends. */
  readonly leftMs: number;
  /** The current time on the clock that the windows use: that of Redis, or that of this process. */
  readonly nowMs: number;
}

/** Beyond this many windows the ended ones are dropped, and if that is not enough, all of them. */
const MAX_WINDOWS = 50_000;

export class MemoryWindows {
  private readonly windows = new Map<string, { hits: number; endsAtMs: number }>();

  /** Counts one request. */
  count(key: string, windowMs: number): WindowCount {
    const nowMs = Date.now();
    let window = this.windows.get(key);
    if (!window || window.endsAtMs <= nowMs) {
      if (this.windows.size >= MAX_WINDOWS) this.makeRoom(nowMs);
      window = { hits: 0, endsAtMs: nowMs + windowMs };
      this.windows.set(key, window);
    }
    window.hits++;
    return { hits: window.hits, leftMs: window.endsAtMs - nowMs, nowMs };
  }

  private makeRoom(nowMs: number): void {
    for (const [key, { endsAtMs }] of this.windows) if (endsAtMs <= nowMs) this.windows.delete(key);
    if (this.windows.size >= MAX_WINDOWS) this.windows.clear();
  }
}
