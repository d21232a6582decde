// Keys that a bucket held when its source was made, where only new recordings are wanted. A key that is not among them is new,
// whatever its time: stores over file systems keep the time of a file that is copied into them.
import { createHash } from 'node:crypto';

/** From this number on, the time of an object decides: the memory of a source stays below half a megabyte. */
const MAX_OLD_KEYS = 50_000;
const HASH_BYTES = 8;

export class OldKeys {
  private hashes: Set<bigint> | null = null;
  private count: number;

  /** @param stored hashes of eight bytes each; null for none */
  constructor(private readonly stored: Buffer | null) {
    this.count = (stored?.length ?? 0) / HASH_BYTES;
  }

  /** True when no more keys are remembered: others may be old too. */
  get isFull(): boolean {
    return this.count >= MAX_OLD_KEYS;
  }

  has(key: string): boolean {
    return this.all().has(hashOf(key));
  }

  /** @returns hashes to be stored behind the others; null where all are known */
  add(keys: readonly string[]): Buffer | null {
    const all = this.all();
    const added = Buffer.alloc(keys.length * HASH_BYTES);
    let bytes = 0;
    for (const hash of keys.map(hashOf)) {
      if (this.isFull || all.has(hash)) continue;
      all.add(hash);
      this.count += 1;
      bytes = added.writeBigUInt64BE(hash, bytes);
    }
    return bytes === 0 ? null : added.subarray(0, bytes);
  }

  private all(): Set<bigint> {
    if (this.hashes) return this.hashes;
    const hashes = new Set<bigint>();
    const { stored } = this;
    for (let at = 0; stored && at < stored.length; at += HASH_BYTES) hashes.add(stored.readBigUInt64BE(at));
    this.hashes = hashes;
    return hashes;
  }
}

const hashOf = (key: string) => createHash('sha256').update(key).digest().readBigUInt64BE();
