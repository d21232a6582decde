// Which deployment the recording store belongs to. A process that is started with the store of one deployment and the database
// of another would take all recordings for orphans.
import type { DataSource } from 'typeorm';
import { queryRow, queryRows } from '../platform/database/sql.js';
import type { ObjectStore } from '../ports/object-store.js';

const RECORDINGS = 'recordings/';

/** Recordings of a store without a mark that are looked up. */
const SAMPLE = 1_000;

export interface Ownership {
  /** `other`: marked by another deployment. `unmarked`: without a mark, and with recordings that this database does not know. */
  readonly owner: 'this' | 'other' | 'unmarked';
  /** The id of this database. */
  readonly deployment: string;
  readonly mark: string | null;
}

export class StoreOwner {
  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
  ) {}

  /**
   * Compares the mark in the store with the database. A store without a mark gets this database's where it has no recordings,
   * or where the database owns most of those it has, as after an upgrade.
   */
  async find(): Promise<Ownership> {
    const deployment = await this.deploymentId();
    const mark = await this.store.readMark();
    if (mark !== null) return { owner: mark === deployment ? 'this' : 'other', deployment, mark };
    if (!(await this.ownsMost())) return { owner: 'unmarked', deployment, mark };
    await this.store.writeMark(deployment);
    return { owner: 'this', deployment, mark: deployment };
  }

  /** Makes the store this database's, whatever it holds. */
  async adopt(): Promise<void> {
    await this.store.writeMark(await this.deploymentId());
  }

  private async deploymentId(): Promise<string> {
    const row = await queryRow<{ id: string }>(this.dataSource, 'SELECT id FROM deployment');
    if (!row) throw new Error('The table "deployment" has lost its row');
    return row.id;
  }

  private async ownsMost(): Promise<boolean> {
    const sample: string[] = [];
    for await (const { key } of this.store.list(RECORDINGS)) {
      sample.push(key);
      if (sample.length === SAMPLE) break;
    }
    const owned = await ownedKeys(this.dataSource, sample);
    return sample.length === 0 || owned.size > sample.length / 2;
  }
}

/**
 * A recording as it was sent has the id of its analysis; a masked one, one for playing and the file of an export have ids of
 * their own, and an index finds the row.
 * @returns those of the keys that an analysis, an export or an upload owns, or that are noted for deletion
 */
export async function ownedKeys(dataSource: DataSource, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const owned = await queryRows<{ key: string }>(
    dataSource,
    `SELECT 'recordings/' || id AS key FROM analysis
      WHERE id = ANY($1::uuid[])
        AND (storage_key = 'recordings/' || id::text OR original_key IS NOT NULL OR status = 'processing')
     UNION ALL SELECT storage_key FROM analysis WHERE storage_key = ANY($2) AND storage_key <> 'recordings/' || id::text
     UNION ALL SELECT redacted_key FROM analysis WHERE redacted_key = ANY($2)
     UNION ALL SELECT playback_key FROM analysis WHERE playback_key = ANY($2)
     UNION ALL SELECT storage_key FROM export WHERE storage_key = ANY($2)
     UNION ALL SELECT 'recordings/' || id FROM upload WHERE id = ANY($1::uuid[])
     UNION ALL SELECT asked.key FROM unnest($2::text[]) AS asked (key)
      WHERE EXISTS (SELECT FROM upload WHERE part_keys @> ARRAY[asked.key])
     UNION ALL SELECT storage_key FROM recording_deletion WHERE storage_key = ANY($2)`,
    [keys.flatMap((key) => (key.startsWith(RECORDINGS) ? [key.slice(RECORDINGS.length)] : [])), keys],
  );
  return new Set(owned.map(({ key }) => key));
}
