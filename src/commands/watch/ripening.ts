// Which recordings have stopped growing. A recorder opens its file when the call begins, and writes until it ends.
import type { FoundFile } from './walk-folder.js';

interface Seen {
  readonly size: number;
  readonly mtimeMs: number;
  readonly sinceMs: number;
}

export class Ripening {
  private seen = new Map<string, Seen>();

  /** @param settleMs how long a file must have stayed the same */
  constructor(private readonly settleMs: number) {}

  /**
   * Those that have stayed the same for long enough, by the clock of this machine; the one written last comes last.
   * @param files all that were found now; others are forgotten
   * @param now Unix time in milliseconds
   */
  ripe(files: readonly FoundFile[], now: number): FoundFile[] {
    const seen = new Map<string, Seen>();
    const ripe: FoundFile[] = [];
    for (const file of files) {
      const { path, size, mtimeMs } = file;
      const before = this.seen.get(path);
      const isSame = before?.size === size && before.mtimeMs === mtimeMs;
      const sinceMs = before !== undefined && isSame ? before.sinceMs : now;
      seen.set(path, { size, mtimeMs, sinceMs });
      // The file's own time may be that of another machine, or of the future: a file that claims to be old is believed.
      if (now - sinceMs >= this.settleMs || now - mtimeMs >= this.settleMs) ripe.push(file);
    }
    this.seen = seen;
    return ripe.sort((a, b) => a.mtimeMs - b.mtimeMs || (a.path < b.path ? -1 : 1));
  }
}
