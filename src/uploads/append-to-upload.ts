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

/**
 * Idle time after which a request loses its lock to another one: a broken connection receives nothing, and a client that
 * reconnects need not wait for its timeout.
 */
const GIVEN_UP_AFTER_MS = 2_000;

@Injectable()
export class AppendToUpload {
  constructor(
    private readonly rows: UploadRows,
    private readonly store: ObjectStore,
  ) {}

  /**
   * Bytes received count even if the request is interrupted; with a checksum either all of its bytes count, or none.
   * @returns the new end of the upload
   * @throws ApiError 400 for data that is no recording: the upload is gone; 413, 423, 460; ProviderError when the store fails
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
    // Bytes are checked for a format only once their checksum is correct.
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
      // No row refers to these bytes. If this fails, the sweep of orphans deletes them.
      await this.store.abandon(madeSince(growing, grown)).catch(() => undefined);
      throw error;
    }
    await save(grown);
    return grown;
  }
}

/** Parts that a growth has added to its object. */
function madeSince({ key, state: before }: GrowingObject, { state }: GrowingObject): GrowingObject {
  const known = new Set([...(before?.keys ?? []), ...(before?.stale ?? [])]);
  const keys = [...(state?.keys ?? []), ...(state?.stale ?? [])].filter((one) => !known.has(one));
  const uploadId = before?.uploadId === undefined ? state?.uploadId : undefined;
  return { key, sizeBytes: 0, state: { keys, stale: [], ...(uploadId !== undefined && { uploadId }) } };
}
