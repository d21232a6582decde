// Puts the files of exports into the store, and takes back one that no export will name.
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { RecordingDeletions } from '../../calls/retention/recording-deletions.js';
import { ObjectStore } from '../../ports/object-store.js';
import { ProviderError } from '../../ports/provider-error.js';

@Injectable()
export class ExportFiles {
  constructor(
    private readonly store: ObjectStore,
    private readonly deletions: RecordingDeletions,
  ) {}

  /** @returns size in bytes @throws ProviderError */
  async put(key: string, body: Readable, signal: AbortSignal): Promise<number> {
    try {
      return (await this.store.put(key, body, signal)).sizeBytes;
    } catch (error) {
      throw error instanceof ProviderError ? storeAway(error) : error;
    }
  }

  /** Deletes the run's own file: its deletion was noted at the end of the claim, and may have run before the file was written. */
  async deleteOwn(key: string): Promise<void> {
    await this.store.delete(key).catch(() => this.deletions.note(key));
  }
}

/** Replaces the store's own sentence, which is about a recording. */
const storeAway = ({ retryable, retryAfterMs, workerFault, cause }: ProviderError) =>
  new ProviderError('The file could not be stored', {
    retryable,
    retryAfterMs,
    code: 'not_processable',
    ...(workerFault && { workerFault }),
    cause,
  });
