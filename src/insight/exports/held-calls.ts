// Keeps which calls a file holds, while its rows are written: newest first, as they are found.
import { type HeldCalls, ID_BYTES } from './export-claims.js';
import type { FoundCall } from './rows/read-rows.js';

/** 32 kB: what is read to see whether one call is in the file. */
const CALLS_OF_PART = 4_096;

export class HeldCallsOfFile {
  private part = 0;
  private ids = Buffer.alloc(CALLS_OF_PART * ID_BYTES);
  private count = 0;
  private newestMs = 0;
  private oldestMs = 0;
  private lastId = '';

  /** @param record keeps a part that is full */
  constructor(private readonly record: (part: HeldCalls) => Promise<void>) {}

  async add(calls: readonly FoundCall[]): Promise<void> {
    for (const { id, createdMs } of calls) {
      if (id === this.lastId) continue;
      this.lastId = id;
      if (this.count === 0) this.newestMs = createdMs;
      this.oldestMs = createdMs;
      this.ids.write(id.replaceAll('-', '').slice(0, ID_BYTES * 2), this.count * ID_BYTES, 'hex');
      this.count += 1;
      if (this.count === CALLS_OF_PART) await this.end();
    }
  }

  /** Keeps what is left. */
  async end(): Promise<void> {
    if (this.count === 0) return;
    const ids = this.ids.subarray(0, this.count * ID_BYTES);
    await this.record({ part: this.part, newest: new Date(this.newestMs), oldest: new Date(this.oldestMs), ids });
    this.part += 1;
    this.count = 0;
    this.lastId = '';
  }
}
