// Makes a call of an object: its name is read, its bytes are copied to our store, and the call is accepted in the transaction
// that ends the item. If the worker is killed before, the item still waits; the sweep deletes its stored recording, as any
// without a call.
import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { MinutesLedger } from '../../../billing/usage/minutes-ledger.js';
import { AcceptanceUnknown, AcceptCall } from '../../../pipeline/intake/accept-call.js';
import type { AskedSubmission } from '../../../pipeline/intake/submission-fields.js';
import { SubmitUnattended } from '../../../pipeline/intake/submit-unattended.js';
import { ApiError } from '../../../platform/errors/api-error.js';
import { type Bucket, BucketError, type OpenedObject } from '../../../ports/buckets.js';
import { ObjectStore } from '../../../ports/object-store.js';
import { RecordingIntake, RecordingInterrupted, recordingKey } from '../../../recordings/receiving/recording-intake.js';
import { AUDIO_TOO_LARGE, MAX_RECORDING_BYTES } from '../../../recordings/receiving/recording-limits.js';
import { FoundItems, ItemGone, type WaitingItem } from '../found-items.js';
import { readName, sidecarKeysOf } from '../naming/naming.js';
import type { ClaimedSource } from '../source-claims.js';
import { CALL_DELETED } from '../source-errors.js';
import type { ItemError } from '../source-items.js';

const MAX_SIDECAR_BYTES = 256 * 1024;
const SIDECAR_AWAITED_MS = 3_600_000;
/** Time for which a failing object is retried. */
const PATIENCE_MS = 24 * 3_600_000;

const GONE = 'The object is not there any more';
const NO_SIDECAR = 'No file with its details came within an hour';
const AWAITS_SIDECAR = 'The file with its details is awaited';
const NOT_TAKEN = 'The recording could not be taken';

/**
 * `ended`: it has become a call, or is refused. `later`: it waits for another poll. `failed`: it waits too, because of a fault
 * that other objects may meet as well. `no-minutes`: nothing can be taken now.
 */
export type Taken = 'ended' | 'later' | 'failed' | 'no-minutes';

interface Task {
  readonly source: ClaimedSource;
  readonly bucket: Bucket;
  readonly item: WaitingItem;
  readonly signal: AbortSignal;
}

@Injectable()
export class TakeObject {
  private readonly logger = new Logger(TakeObject.name);

  constructor(
    private readonly items: FoundItems,
    private readonly submit: SubmitUnattended,
    private readonly acceptCall: AcceptCall,
    private readonly ledger: MinutesLedger,
    private readonly intake: RecordingIntake,
    private readonly store: ObjectStore,
  ) {}

  /** @returns why the account has no minutes left for its next call; null where it has */
  async findRefusal({ accountId, livemode }: ClaimedSource): Promise<string | null> {
    const refusal = (await this.ledger.findRoom(accountId, livemode)).refusalOf(null);
    return refusal && refusalOf(refusal).message;
  }

  /** @throws reason of the signal; ItemGone; errors of Postgres; BucketError where the bucket as a whole fails */
  async run(task: Task): Promise<Taken> {
    const { source, item, signal } = task;
    try {
      return await this.take(task);
    } catch (error) {
      signal.throwIfAborted();
      const cause = error instanceof RecordingInterrupted ? error.cause : error;
      if (cause instanceof Refusal) {
        await this.items.refuse(source, item, cause.error);
        return 'ended';
      }
      if (cause instanceof ItemGone || (cause instanceof BucketError && cause.of === 'bucket')) throw cause;
      return await this.postpone(task, cause);
    }
  }

  private async take(task: Task): Promise<Taken> {
    const { source, bucket, item, signal } = task;
    const known = await this.items.findKnown(source, item);
    if (known?.analysisId === null) throw refusal(CALL_DELETED);
    if (known) return this.markExisting(task, known.analysisId, null);
    const sidecar = await this.readSidecar(task);
    if (sidecar === undefined) return 'later';
    const object = await bucket.open(item.key, signal);
    if (object === null) throw refusal(GONE);
    try {
      if (!isAsListed(object, item)) {
        await this.items.noteChange(source, item, object);
        return 'later';
      }
      if ((object.sizeBytes ?? 0) > MAX_RECORDING_BYTES) throw refusal(AUDIO_TOO_LARGE);
      return await this.accept(task, object, this.submissionOf(task, object, sidecar));
    } finally {
      object.body.on('error', () => undefined).destroy();
    }
  }

  /** @returns undefined while the file is still expected; null where none is needed */
  private async readSidecar({ source, bucket, item, signal }: Task): Promise<unknown> {
    const keys = sidecarKeysOf(source.settings.naming, item.key);
    if (keys.length === 0) return null;
    for (const key of keys) {
      const bytes = await bucket.read(key, MAX_SIDECAR_BYTES, signal);
      const read = bytes === null ? undefined : parseJson(bytes);
      if (read !== undefined) return read;
    }
    if (item.ageMs > SIDECAR_AWAITED_MS) throw refusal(NO_SIDECAR);
    await this.items.postpone(source, item, { loc: [], msg: AWAITS_SIDECAR }, false);
    return undefined;
  }

  /** @throws Refusal */
  private submissionOf({ source, item }: Task, object: OpenedObject, sidecar: unknown): AskedSubmission {
    const { naming, bucket, prefix } = source.settings;
    const named = { bucket, prefix, key: item.key, metadata: object.metadata, sidecar };
    const read = readName(naming, { ...source.defaults }, named);
    if ('missing' in read) throw new Refusal({ loc: read.missing.slice(0, 1), msg: 'Field required' });
    try {
      return this.submit.readStored(read.body, source);
    } catch (error) {
      throw error instanceof ApiError ? refusalOf(error) : error;
    }
  }

  private async accept(task: Task, object: OpenedObject, submission: AskedSubmission): Promise<Taken> {
    const { source, item, signal } = task;
    const { accountId, livemode } = source;
    const id = randomUUID();
    const isNamed = await this.acceptCall.findNamed(
      { accountId, livemode, confirm: async () => undefined },
      submission.externalId,
    );
    if (isNamed !== null) return this.markExisting(task, isNamed, submission.externalId);
    if ((await this.findRefusal(source)) !== null) return 'no-minutes';
    const ended = { externalId: submission.externalId, analysisId: id, error: null };
    try {
      const recording = submission.scenario === null ? await this.receive(id, object, item.key, signal) : null;
      const { analysisId, isNew } = await this.submit.accept({
        id,
        owner: { accountId, livemode },
        requestId: randomUUID(),
        submission,
        recording,
        acceptedWith: (tx) => this.items.take(tx, source, item, ended),
      });
      if (isNew) return 'ended';
      await this.forget(id);
      return await this.markExisting(task, analysisId, submission.externalId);
    } catch (error) {
      // The call may be accepted, and its item ended: the recording stays. If not, the sweep deletes it.
      if (error instanceof AcceptanceUnknown) return 'failed';
      await this.forget(id);
      if (error instanceof ApiError && error.status === 402) return 'no-minutes';
      throw error instanceof ApiError && isFinal(error) ? refusalOf(error) : error;
    }
  }

  private receive(id: string, { body, sizeBytes, contentType }: OpenedObject, key: string, signal: AbortSignal) {
    const hints = {
      fileName: key.split('/').at(-1) ?? null,
      mimeType: contentType,
      announcedBytes: sizeBytes,
      certainBytes: sizeBytes ?? 0,
    };
    return this.intake.receive(id, body, hints, signal);
  }

  private async markExisting({ source, item }: Task, analysisId: string, externalId: string | null): Promise<Taken> {
    await this.items.markExisting(source, item, { externalId, analysisId, error: null });
    return 'ended';
  }

  private async postpone({ source, item }: Task, error: unknown): Promise<Taken> {
    const sentence = error instanceof BucketError ? error.message : NOT_TAKEN;
    if (error instanceof BucketError && (item.failingForMs ?? 0) > PATIENCE_MS) {
      await this.items.refuse(source, item, { loc: [], msg: sentence });
      return 'ended';
    }
    this.logger.warn({ sourceId: source.id, itemId: item.id, err: error }, 'Object of a source not taken; tried again');
    await this.items.postpone(source, item, { loc: [], msg: sentence }, true);
    // An object that has failed before says nothing new of the store.
    const isOfObject = error instanceof BucketError && error.of === 'object';
    return isOfObject || item.failingForMs !== null ? 'later' : 'failed';
  }

  /** Deletes the recording. Where this fails, the sweep deletes it. */
  private async forget(id: string): Promise<void> {
    await this.store.delete(recordingKey(id)).catch(() => undefined);
  }
}

/** The object can never become a call. */
class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(readonly error: ItemError) {
    super(error.msg);
  }
}

const refusal = (msg: string) => new Refusal({ loc: [], msg });

/** True also where the store spells the version of the object otherwise than in its listing. */
function isAsListed({ version, sizeBytes, modifiedAt }: OpenedObject, item: WaitingItem): boolean {
  if (version === item.version) return true;
  const secondOf = (at: Date) => Math.floor(at.getTime() / 1_000);
  return sizeBytes === item.sizeBytes && (modifiedAt === null || secondOf(modifiedAt) === secondOf(item.modifiedAt));
}

/** False where the account is gone, or the service is not available: the object is retried. */
const isFinal = ({ status }: ApiError) => status === 400 || status === 403 || status === 404 || status === 422;

function refusalOf({ detail }: ApiError): Refusal {
  if (typeof detail === 'string') return refusal(detail);
  const [first] = detail;
  return new Refusal({ loc: first?.loc.slice(1) ?? [], msg: first?.msg ?? NOT_TAKEN });
}

/** @returns undefined for invalid JSON: the file may still be being written */
function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
