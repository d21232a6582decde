// Makes a call's recording of a resumable upload, once.
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ObjectStore } from '../ports/object-store.js';
import { SNIFF_BYTES } from '../recordings/receiving/audio-format.js';
import { declaredDurationMs } from '../recordings/receiving/declared-duration.js';
import type { ReceivedRecording } from '../recordings/receiving/recording-intake.js';
import { HeldLock } from './held-lock.js';
import { uploadLocked, uploadNotComplete, uploadUsed } from './upload-errors.js';
import {
  LOCK_MS,
  type LockedUpload,
  LockLost,
  type StoredUpload,
  type UploadOwner,
  UploadRows,
} from './upload-rows.js';

/** Maximum wait for another request. It is longer than the lock of a process that was killed. */
const WAIT_MS = LOCK_MS + 2_000;
const POLL_MS = 100;

/** Upload as a submission needs it. */
export interface TakenUpload {
  readonly recording: ReceivedRecording;
  /**
   * Marks the upload as used, in the transaction that accepts the call. @throws ApiError 423 when the upload was ended or taken
   * meanwhile
   */
  use(tx: EntityManager): Promise<void>;
}

@Injectable()
export class TakeUpload {
  constructor(
    private readonly rows: UploadRows,
    private readonly store: ObjectStore,
  ) {}

  /**
   * Checks the upload before anything else is done with it.
   * @throws ApiError 400 when it is not complete or was used; 404 for an upload of another account or mode, and one that ended
   */
  async check(id: string, owner: UploadOwner): Promise<void> {
    refuseUnfit(await this.rows.get(id, owner));
  }

  /**
   * Locks the upload until `accept` has settled. If that rejects, the upload can be used again.
   * @throws ApiError as `check`; 423 while another request has it; ProviderError when storage fails; errors of `accept`
   */
  async run<T>(id: string, owner: UploadOwner, accept: (taken: TakenUpload) => Promise<T>): Promise<T> {
    const locked = await this.lock(id, owner);
    const lock = new HeldLock(this.rows, locked);
    try {
      const format = refuseUnfit(locked);
      await this.store.finish(locked.growing);
      const { key: storageKey, sizeBytes } = locked.growing;
      const head = await this.headOf(storageKey, sizeBytes);
      const declaredMs = declaredDurationMs(head, sizeBytes, format);
      const use = (tx: EntityManager) =>
        this.rows.use(tx, locked).catch((error: unknown) => {
          throw error instanceof LockLost ? uploadLocked() : error;
        });
      return await accept({ recording: { storageKey, sizeBytes, format, declaredMs }, use });
    } finally {
      await lock.release();
    }
  }

  /** Waits while another request submits the same upload, or until the lock of a killed process expires. */
  private async lock(id: string, owner: UploadOwner): Promise<LockedUpload> {
    const until = performance.now() + WAIT_MS;
    for (;;) {
      const locked = await this.rows.lock(id, owner);
      if (locked !== null) return locked;
      await this.check(id, owner);
      if (performance.now() > until) throw uploadLocked();
      await sleep(POLL_MS);
    }
  }

  private async headOf(key: string, sizeBytes: number): Promise<Buffer> {
    const end = Math.min(SNIFF_BYTES, sizeBytes) - 1;
    const chunks: Buffer[] = [];
    for await (const chunk of await this.store.get(key, { start: 0, end })) chunks.push(chunk);
    return Buffer.concat(chunks);
  }
}

function refuseUnfit({ analysisId, growing, lengthBytes, format }: StoredUpload) {
  if (analysisId !== null) throw uploadUsed();
  if (growing.sizeBytes < lengthBytes || format === null) throw uploadNotComplete(growing.sizeBytes, lengthBytes);
  return format;
}
