// Orphans: recordings without an analysis, such as an upload whose process was killed, and files without an export.
import type { DataSource } from 'typeorm';
import type { ObjectStore, StoredObject } from '../ports/object-store.js';
import { type Ownership, ownedKeys, StoreOwner } from './store-owner.js';

/** Prefixes of recordings, of export files, and of parts of resumable uploads. */
const PREFIXES = ['recordings/', 'exports/', 'uploads/'] as const;
export type StoredPrefix = (typeof PREFIXES)[number];
/** Minimum age of an orphan: an upload in progress has no analysis yet, and 500 MB over a slow line may take hours. */
const MIN_ORPHAN_AGE_MS = 6 * 60 * 60_000;
/** Recordings per lookup and per request to the store. */
const BATCH = 1_000;
/** Limits the memory of a survey; the next round finds the rest. */
const MAX_ORPHANS = 100_000;
/** Limits for deletion without a person. More than both indicate a fault, such as a database restored from a backup. */
const MAX_UNASKED = 100;
const MAX_UNASKED_SHARE = 0.01;

export interface Survey extends Ownership {
  /** Recordings in the store, of any age. */
  readonly recordings: number;
  /** All orphans. Zero where the store belongs to another deployment: every recording would seem one. */
  readonly orphans: number;
  /** Keys of the orphans, up to {@link MAX_ORPHANS}. */
  readonly keys: readonly string[];
  readonly sizeBytes: number;
}

/** Whether a round may delete these without asking a person. */
export function areFew({ orphans, recordings }: Survey): boolean {
  return orphans <= MAX_UNASKED || orphans <= recordings * MAX_UNASKED_SHARE;
}

export class OrphanRecordings {
  readonly owner: StoreOwner;

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
  ) {
    this.owner = new StoreOwner(dataSource, store);
  }

  /**
   * Reads the whole list of the store before anything is deleted.
   * @param now milliseconds since 1970
   */
  async survey(now: number): Promise<Survey> {
    const ownership = await this.owner.find();
    const found = { recordings: 0, orphans: 0, keys: [] as string[], sizeBytes: 0 };
    if (ownership.owner !== 'this') return { ...ownership, ...found };
    const add = async (batch: readonly StoredObject[]): Promise<void> => {
      for (const { key, sizeBytes } of await this.withoutOwner(batch)) {
        found.orphans += 1;
        found.sizeBytes += sizeBytes;
        if (found.keys.length < MAX_ORPHANS) found.keys.push(key);
      }
    };
    let batch: StoredObject[] = [];
    for (const prefix of PREFIXES) {
      for await (const object of this.store.list(prefix)) {
        found.recordings += 1;
        if (now - object.modifiedAt.getTime() < MIN_ORPHAN_AGE_MS) continue;
        batch.push(object);
        if (batch.length < BATCH) continue;
        await add(batch);
        batch = [];
      }
    }
    await add(batch);
    return { ...ownership, ...found };
  }

  /**
   * Deletes those of the keys that still have no owner.
   * @param onDeleted called with the key of each deleted recording
   * @throws ProviderError when the store fails
   */
  async delete(keys: readonly string[], onDeleted: (key: string) => void): Promise<void> {
    for (let from = 0; from < keys.length; from += BATCH) {
      const batch = keys.slice(from, from + BATCH);
      const owned = await ownedKeys(this.dataSource, batch);
      const orphans = batch.filter((key) => !owned.has(key));
      const failed = new Set(await this.store.deleteMany(orphans));
      for (const key of orphans) if (!failed.has(key)) onDeleted(key);
    }
  }

  private async withoutOwner(objects: readonly StoredObject[]): Promise<readonly StoredObject[]> {
    const owned = await ownedKeys(
      this.dataSource,
      objects.map(({ key }) => key),
    );
    return objects.filter(({ key }) => !owned.has(key));
  }
}
