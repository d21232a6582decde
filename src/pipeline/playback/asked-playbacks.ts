// Makes what plays in every browser for stored calls that were asked for it: calls of an earlier release, those that were masked
// after they were stored, and those whose own run could not make it. One worker does so for all, one call at a time, account by
// account.
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  type AskedPlayback,
  nextAskedPlayback,
  notePlaybackKey,
  settleAsIs,
  settleMade,
} from '../../calls/playback/playback.js';
import { RecordingDeletions } from '../../calls/retention/recording-deletions.js';
import { Config } from '../../platform/config/config.js';
import { SharedRound } from '../../platform/operations/shared-round.js';
import { ObjectStore } from '../../ports/object-store.js';
import { ProviderError } from '../../ports/provider-error.js';
import { NOT_MADE, RenderPlayback } from './render-playback.js';

/** Attempts at a recording at which the decoder fails in a way that may pass. It then plays as it is. */
const MAX_ATTEMPTS = 5;
const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';

@Injectable()
export class AskedPlaybacks implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(AskedPlaybacks.name);
  private readonly round: SharedRound;
  private readonly stopping = new AbortController();
  private readonly root: string;
  private lastAccountId = NO_ACCOUNT;
  /** Failed attempts by call. */
  private readonly failures = new Map<string, number>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly rendering: RenderPlayback,
    private readonly store: ObjectStore,
    private readonly deletions: RecordingDeletions,
    private readonly config: Config,
  ) {
    this.root = join(config.dataDir, 'work', 'playback');
    this.round = new SharedRound(dataSource, {
      name: 'playbacks',
      run: () => this.run(),
      onError: (error) => this.logger.warn({ err: error }, NOT_MADE),
    });
  }

  onApplicationBootstrap(): void {
    this.round.start(this.config.worker.sweepMs);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.round.stop();
  }

  /** Each call that is asked for, once; one that failed in this round waits for the next. */
  async run(): Promise<void> {
    const failed: string[] = [];
    while (!this.stopping.signal.aborted) {
      const asked = await nextAskedPlayback(this.dataSource, this.lastAccountId, failed);
      if (asked === null) return;
      this.lastAccountId = asked.accountId;
      await this.make(asked).catch((error: unknown) => {
        failed.push(asked.id);
        return this.noteFailure(asked, error);
      });
    }
  }

  private async make(asked: AskedPlayback): Promise<void> {
    const { signal } = this.stopping;
    const dir = join(this.root, randomUUID());
    await mkdir(dir, { recursive: true });
    let key: string | null = null;
    const noteKey = async () => {
      key = await notePlaybackKey(this.dataSource, asked, `recordings/${randomUUID()}`);
      return key;
    };
    try {
      const made = await this.rendering.run({ storageKey: asked.storageKey, dir, noteKey, signal });
      if (made === 'as_is') await settleAsIs(this.dataSource, asked);
      else if (key !== null && !(await settleMade(this.dataSource, asked, key))) await this.forget(key);
      this.failures.delete(asked.id);
    } finally {
      // Also what a killed worker left: rounds take turns.
      await rm(this.root, { recursive: true, force: true });
    }
  }

  /** The recording was masked or deleted while its sound was encoded. */
  private async forget(key: string): Promise<void> {
    await this.store.delete(key).catch(() => this.deletions.note(key));
  }

  private async noteFailure(asked: AskedPlayback, error: unknown): Promise<void> {
    if (this.stopping.signal.aborted) return;
    this.logger.warn({ err: error, analysisId: asked.id }, NOT_MADE);
    // A store or a disk that fails, or a database, is no fault of the recording.
    if (!(error instanceof ProviderError) || error.workerFault !== null) return;
    const attempts = error.retryable ? (this.failures.get(asked.id) ?? 0) + 1 : MAX_ATTEMPTS;
    this.failures.set(asked.id, attempts);
    if (attempts < MAX_ATTEMPTS) return;
    this.failures.delete(asked.id);
    await settleAsIs(this.dataSource, asked);
  }
}
