// Adds the bytes of one request to an upload that the request has locked.
import { Injectable } from '@nestjs/common';
import type { ServiceRequest } from '../platform/http/access/caller.js';
import type { GrowingObject } from '../ports/object-store.js';
import { ObjectStore } from '../ports/object-store.js';
import { RecordingRefused } from '../recordings/receiving/recording-limits.js';
import type { HeldLock } from './held-lock.js';
import { RequestBytes } from './request-bytes.js';
import { ToldFormat } from './told-format.js';
import { headerOf } from './tus-headers.js';
import { UploadChecksum } from './upload-checksum.js';
import { uploadLocked } from './upload-errors.js';
import { type LockedUpload, LockLost, UploadRows } from './upload-rows.js';

/** A connection that a network has lost without a word receives nothing: a client that comes back need not wait for its end. */
const GIVEN_UP_AFTER_MS = 2_000;

@Injectable()
export class AppendToUpload {
  constructor(
    private readonly rows: UploadRows,
    private readonly store: ObjectStore,
  ) {}

  /**
   * What has arrived counts, also where the request breaks off; with a checksum all of it counts, or nothing.
   * @returns where the upload ends now
   * @throws ApiError 400 for what is no recording: the upload is gone; 413, 423, 460; ProviderError when the store fails
   */
  async run(lock: HeldLock, request: ServiceRequest): Promise<number> {
    const { upload } = lock;
    const { growing, lengthBytes } = upload;
    const checksum = UploadChecksum.read(headerOf(request, 'upload-checksum'));
    if (growing.sizeBytes === lengthBytes || upload.analysisId !== null) return growing.sizeBytes;
    const bytes = new RequestBytes(request, lengthBytes - growing.sizeBytes);
    lock.onContested = (isLost) => {
      if (isLost || bytes.idleMs > GIVEN_UP_AFTER_MS) bytes.stop(uploadLocked());
    };
    try {
      const grown = await this.grow(upload, bytes, checksum);
      return grown.sizeBytes;
    } catch (error) {
      if (error instanceof LockLost) throw uploadLocked();
      if (error instanceof RecordingRefused) await this.rows.remove(upload).catch(() => undefined);
      throw error;
    } finally {
      lock.onContested = null;
    }
  }

  private async grow(
    upload: LockedUpload,
    bytes: RequestBytes,
    checksum: UploadChecksum | null,
  ): Promise<GrowingObject> {
    const told = new ToldFormat(upload);
    const { growing, lengthBytes, isTakenOver } = upload;
    const save = (grown: GrowingObject) => this.rows.save(upload, grown, told);
    if (checksum === null) return this.store.grow(growing, told.pass(bytes.read()), { lengthBytes, isTakenOver, save });
    // Bytes that are not those the client has sent are not looked at for a format.
    let grown = growing;
    const note = async (state: GrowingObject) => {
      grown = state;
    };
    try {
      const body = checksum.pass(told.passAll(bytes.read()));
      grown = await this.store.grow(growing, body, { lengthBytes, isTakenOver, save: note });
      checksum.check();
      told.refuseUnlessAudio();
    } catch (error) {
      // No row knows of them. Where this fails, the sweep of orphans deletes them.
      await this.store.abandon(madeSince(growing, grown)).catch(() => undefined);
      throw error;
    }
    await save(grown);
    return grown;
  }
}

/** What a growth has made that its object had not before. */
function madeSince({ key, state: before }: GrowingObject, { state }: GrowingObject): GrowingObject {
  const known = new Set([...(before?.keys ?? []), ...(before?.stale ?? [])]);
  const keys = [...(state?.keys ?? []), ...(state?.stale ?? [])].filter((one) => !known.has(one));
  const uploadId = before?.uploadId === undefined ? state?.uploadId : undefined;
  return { key, sizeBytes: 0, state: { keys, stale: [], ...(uploadId !== undefined && { uploadId }) } };
}
