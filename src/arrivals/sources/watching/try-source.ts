// Test of a source, saved or not: shows the submissions that it would make of the last objects in its bucket. Takes and changes
// nothing.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SubmissionFields } from '../../../pipeline/intake/submission-fields.js';
import { RequestSlots } from '../../../platform/concurrency/request-slots.js';
import { timeLimit } from '../../../platform/concurrency/time-limit.js';
import { type Changer, refuseTestKey } from '../../../platform/database/lock-for-change.js';
import { queryRow } from '../../../platform/database/sql.js';
import { ApiError } from '../../../platform/errors/api-error.js';
import { type Bucket, BucketError, Buckets, type FoundObject } from '../../../ports/buckets.js';
import { readName, sidecarKeysOf } from '../naming/naming.js';
import type { BucketCredentials, BucketSettings, SourceFields } from '../source.js';
import { SourceCredentials } from '../source-credentials.js';
import { notABucket, sourceNotFound } from '../source-errors.js';
import { refuseOpenRole } from '../source-role.js';
import { Sources } from '../sources.service.js';
import { lastObjects } from './last-objects.js';
import { openSource } from './open-source.js';

const TRY_MS = 20_000;
/** Tests that a process makes at the same time: one of a store that does not answer costs a connection, and waits. */
const MAX_AT_ONCE = 40;
const MAX_SIDECAR_BYTES = 256 * 1024;

export interface TriedObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
  /** Body of the submission; null where it would be refused. */
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly error: { readonly loc: readonly string[]; readonly msg: string } | null;
}

export interface TriedSource {
  /** Newest keys first. */
  readonly objects: readonly TriedObject[];
  /** Error that stopped the reading; null where all objects were read. */
  readonly error: string | null;
}

interface TestedSource {
  readonly livemode: boolean;
  readonly settings: BucketSettings;
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly credentials: BucketCredentials;
}

interface Row extends Omit<TestedSource, 'credentials'> {
  readonly kind: string;
  readonly sealed: Buffer;
}

@Injectable()
export class TrySource {
  private readonly slots = new RequestSlots(MAX_AT_ONCE);

  constructor(
    private readonly dataSource: DataSource,
    private readonly buckets: Buckets,
    private readonly credentials: SourceCredentials,
    private readonly fields: SubmissionFields,
    private readonly sources: Sources,
  ) {}

  /**
   * @throws ApiError 400 for a source without a bucket, and for a role that any account could use; 403 for a live source and a
   *   test key; 404
   */
  run(caller: Changer, id: string): Promise<TriedSource> {
    return this.slots.run(caller.accountId, async () => this.tryAll(caller.accountId, await this.read(caller, id)));
  }

  /**
   * Tests a source that is not saved.
   * @throws ApiError 400 for a source without a bucket, and for a role that any account could use; 422 as when it is made
   */
  async runNew(caller: Changer, wanted: SourceFields): Promise<TriedSource> {
    const { accountId, livemode } = caller;
    const { kind, defaults, ...fields } = this.sources.fieldsOfNew(caller, wanted);
    if (kind !== 's3') throw notABucket();
    const settings = fields.settings as unknown as BucketSettings;
    const credentials = fields.credentials as BucketCredentials;
    return this.slots.run(accountId, () => this.tryAll(accountId, { livemode, settings, defaults, credentials }));
  }

  private async read(caller: Changer, id: string): Promise<TestedSource> {
    const row = await queryRow<Row>(this.dataSource, READ, [id, caller.accountId]);
    if (!row) throw sourceNotFound();
    refuseTestKey(caller, row);
    if (row.kind !== 's3') throw notABucket();
    return { ...row, credentials: this.credentials.open<BucketCredentials>(id, row.sealed) };
  }

  private async tryAll(accountId: string, source: TestedSource): Promise<TriedSource> {
    const limit = timeLimit(TRY_MS, { reason: new BucketError('The store did not answer in time', 'bucket') });
    const objects: TriedObject[] = [];
    let bucket: Bucket | null = null;
    try {
      const { settings, credentials } = source;
      await refuseOpenRole(this.buckets, accountId, { ...credentials });
      bucket = await openSource(this.buckets, { accountId, settings, credentials });
      for (const found of await lastObjects(bucket, settings, limit.signal))
        objects.push(await this.tryOne(source, bucket, found, limit.signal));
      return { objects, error: null };
    } catch (error) {
      if (!(error instanceof BucketError)) throw error;
      return { objects, error: error.message };
    } finally {
      limit.clear();
      bucket?.close();
    }
  }

  private async tryOne(
    source: TestedSource,
    bucket: Bucket,
    { key, sizeBytes, modifiedAt }: FoundObject,
    signal: AbortSignal,
  ): Promise<TriedObject> {
    const { naming, bucket: name, prefix } = source.settings;
    const tried = { key, sizeBytes, modifiedAt };
    const refused = (loc: readonly string[], msg: string): TriedObject => ({
      ...tried,
      body: null,
      error: { loc, msg },
    });
    try {
      const sidecar = await readSidecar(bucket, sidecarKeysOf(naming, key), signal);
      if (sidecar === undefined) return refused([], 'The file with its details is awaited');
      const metadata = await metadataOf(bucket, key, signal);
      const read = readName(naming, { ...source.defaults }, { bucket: name, prefix, key, metadata, sidecar });
      if ('missing' in read) return refused(read.missing.slice(0, 1), 'Field required');
      this.fields.readStored(read.body, { livemode: source.livemode, teams: [] });
      return { ...tried, body: read.body, error: null };
    } catch (error) {
      if (error instanceof BucketError && error.of !== 'bucket') return refused([], error.message);
      if (!(error instanceof ApiError)) throw error;
      if (typeof error.detail === 'string') return refused([], error.detail);
      return refused(error.detail[0]?.loc.slice(1) ?? [], error.detail[0]?.msg ?? '');
    }
  }
}

/** @returns null where no file is needed; undefined where a needed file is missing or cannot be read */
async function readSidecar(bucket: Bucket, keys: readonly string[], signal: AbortSignal): Promise<unknown> {
  if (keys.length === 0) return null;
  for (const key of keys) {
    const bytes = await bucket.read(key, MAX_SIDECAR_BYTES, signal);
    try {
      if (bytes !== null) return JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
    } catch {
      // The file is incomplete, or no JSON.
    }
  }
  return undefined;
}

async function metadataOf(bucket: Bucket, key: string, signal: AbortSignal): Promise<Readonly<Record<string, string>>> {
  const object = await bucket.open(key, signal);
  object?.body.on('error', () => undefined).destroy();
  return object?.metadata ?? {};
}

const READ = `SELECT kind, livemode, settings, defaults, credentials_encrypted AS sealed FROM source
  WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL`;
