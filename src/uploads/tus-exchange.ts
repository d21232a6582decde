// Handles one request of a tus client. `@tus/server` implements the protocol; its store and its locks are here, created for the
// one request, so that they know its caller.
import { randomUUID } from 'node:crypto';
import { DataStore, type Lock, Metadata, Server, Upload } from '@tus/server';
import type { EntityManager } from 'typeorm';
import { ApiError, badRequest, tooManyRequests } from '../platform/errors/api-error.js';
import type { ServiceRequest } from '../platform/http/access/caller.js';
import { storageFault } from '../platform/http/validation/storable-text.js';
import { AUDIO_EMPTY, MAX_RECORDING_BYTES } from '../recordings/receiving/recording-limits.js';
import type { AppendToUpload } from './append-to-upload.js';
import { HeldLock } from './held-lock.js';
import { headerOf, tusHeaders } from './tus-headers.js';
import { CHECKSUM_ALGORITHMS } from './upload-checksum.js';
import {
  fileNameMissing,
  fileNameTooLong,
  metadataTooLong,
  TUS_VERSION,
  uploadLocked,
  uploadNotFound,
  uploadTooLong,
} from './upload-errors.js';
import { type StoredUpload, UPLOAD_LIFETIME_MS, type UploadOwner, type UploadRows } from './upload-rows.js';

export interface TusAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Dependencies of an exchange. */
export interface TusParts {
  readonly rows: UploadRows;
  readonly append: AppendToUpload;
  /** Maximum number of open uploads per account; 0 for no limit. */
  readonly maxOpen: number;
  /** Path of the uploads on this server, with the prefix of the version. */
  readonly path: string;
}

/** Data for a new upload that a request creates. */
export interface Creation {
  readonly id: string;
  /** True for a request with an Idempotency-Key: a retry gets the same upload. */
  readonly isKeyed: boolean;
  /** Runs in the transaction that creates the upload. */
  readonly recordCreated: (tx: EntityManager) => Promise<void>;
}

/** Retry-After of a client that is refused because too many uploads are open. */
const RETRY_AFTER_SECONDS = 5;
const MAX_METADATA_CHARACTERS = 4_096;
const MAX_FILE_NAME_CHARACTERS = 255;

const EXTENSIONS = ['creation', 'creation-with-upload', 'expiration', 'termination', 'checksum'];

/** Headers that describe the uploads, also to clients without a credential. */
export const TUS_OFFER: Readonly<Record<string, string>> = {
  'tus-version': TUS_VERSION,
  'tus-extension': EXTENSIONS.join(','),
  'tus-max-size': String(MAX_RECORDING_BYTES),
  'tus-checksum-algorithm': CHECKSUM_ALGORITHMS.join(','),
};

export class TusExchange extends DataStore {
  override extensions = EXTENSIONS;
  /** Upload that this request has created. */
  created: StoredUpload | null = null;
  private lock: HeldLock | null = null;
  /** Upload that a HEAD requests. */
  private found: StoredUpload | null = null;

  constructor(
    private readonly parts: TusParts,
    private readonly owner: UploadOwner,
    private readonly request: ServiceRequest,
    /** Id of the upload in the path; null for the path of all uploads. */
    private readonly id: string | null,
    private readonly creation: Creation | null,
  ) {
    super();
  }

  /** @throws ApiError with the status that tus requires */
  async run(): Promise<TusAnswer> {
    const { path } = this.parts;
    const server = new Server({
      path,
      datastore: this,
      locker: { newLock: () => this.newLock() },
      maxSize: MAX_RECORDING_BYTES,
      relativeLocation: true,
      namingFunction: () => this.creation?.id ?? randomUUID(),
      getFileIdFromRequest: () => this.id ?? undefined,
      onResponseError: (_, error) => {
        throw 'status_code' in error ? asApiError(error.status_code, error.body) : error;
      },
    });
    // Passes no body: `AppendToUpload` reads it.
    const asked = { method: this.request.method, headers: tusHeaders(this.request) };
    const answer = await server.handleWeb(new Request(`http://uploads${path}`, asked));
    const text = await answer.text();
    if (answer.status >= 400) throw asApiError(answer.status, text);
    return { status: answer.status, headers: this.passedOn(answer.headers) };
  }

  override async create(upload: Upload): Promise<Upload> {
    const lengthBytes = upload.size ?? 0;
    const metadata = headerOf(this.request, 'upload-metadata') ?? '';
    if (metadata.length > MAX_METADATA_CHARACTERS) throw metadataTooLong();
    if (lengthBytes === 0) throw badRequest(AUDIO_EMPTY);
    // Clients of browsers name it as a File does.
    const fileName = (upload.metadata?.filename ?? upload.metadata?.name)?.trim();
    if (!fileName || storageFault(fileName) !== null) throw fileNameMissing();
    if (fileName.length > MAX_FILE_NAME_CHARACTERS) throw fileNameTooLong();
    const { rows, maxOpen } = this.parts;
    const created = await rows.create(
      { id: upload.id, owner: this.owner, lengthBytes, fileName, metadata, recordCreated: this.recordCreated },
      maxOpen,
    );
    if (created === null) throw tooManyRequests(RETRY_AFTER_SECONDS);
    this.created = created;
    return upload;
  }

  private readonly recordCreated = async (tx: EntityManager): Promise<void> => {
    await this.creation?.recordCreated(tx);
  };

  override async getUpload(id: string): Promise<Upload> {
    const upload = this.lock?.upload ?? (await this.parts.rows.get(id, this.owner));
    if (this.request.method === 'HEAD') {
      this.found = upload;
      await this.parts.rows.want(id);
    }
    return new Upload({
      id,
      size: upload.lengthBytes,
      offset: upload.growing.sizeBytes,
      metadata: Metadata.parse(upload.metadata),
      creation_date: upload.createdAt.toISOString(),
    });
  }

  override async write(body: AsyncIterable<unknown>, id: string): Promise<number> {
    for await (const _ of body);
    if (this.lock) return this.parts.append.run(this.lock, this.request);
    // Bytes that come with the creation.
    const lock = await this.takeLock(id);
    try {
      return await this.parts.append.run(lock, this.request);
    } catch (error) {
      // No client knows its address, unless it retries with its key.
      if (!this.creation?.isKeyed) await this.parts.rows.remove(lock.upload).catch(() => undefined);
      throw error;
    } finally {
      await lock.release();
    }
  }

  override async remove(): Promise<void> {
    if (this.lock) await this.parts.rows.remove(this.lock.upload);
  }

  override getExpiration(): number {
    return UPLOAD_LIFETIME_MS;
  }

  /** A HEAD needs no lock, and an upload that is being created has no other request. */
  private newLock(): Lock {
    const { id, request } = this;
    const isNeeded = request.method === 'PATCH' || request.method === 'DELETE';
    return {
      lock: async () => {
        if (isNeeded && id !== null) this.lock = await this.takeLock(id);
      },
      unlock: async () => {
        await this.lock?.release();
      },
    };
  }

  private async takeLock(id: string): Promise<HeldLock> {
    const locked = await this.parts.rows.lock(id, this.owner);
    if (locked === null) throw uploadLocked();
    return new HeldLock(this.parts.rows, locked);
  }

  /** Drops headers that the tus server must not decide: those for other origins, and those of a body that it does not have. */
  private passedOn(headers: Headers): Record<string, string> {
    const passed = [...headers].filter(([name]) => !/^(access-control-|content-)/.test(name));
    return { ...Object.fromEntries(passed), ...(this.found && headersOf(this.found)) };
  }
}

/** Headers of a HEAD. The tus server would rewrite the metadata, not keep it as the client sent it. */
function headersOf({ metadata, growing, lengthBytes, expiresAt }: StoredUpload): Record<string, string> {
  return {
    'upload-metadata': metadata,
    ...(growing.sizeBytes < lengthBytes && { 'upload-expires': expiresAt.toUTCString() }),
  };
}

function asApiError(status: number, body: string): ApiError {
  if (status === 404) return uploadNotFound();
  if (status === 413) return uploadTooLong();
  return new ApiError(status, body.trim());
}
