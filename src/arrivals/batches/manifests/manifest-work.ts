// One manifest, from claim to the first line. A killed run leaves nothing that counts: the next one reads from the first line.
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { FairSemaphore } from '../../../platform/concurrency/fair-semaphore.js';
import { MANIFESTS_QUEUE } from '../../../platform/queue/queue-names.js';
import type { WorkFailure } from '../../../work/claim.js';
import { nextDue } from '../../../work/due-work.js';
import { writeAndTell } from '../../../work/jobs/job-writes.js';
import type { KindOfWork, Run, WorkLane } from '../../../work/kind-of-work.js';
import { BatchNotices } from '../batch-notices.js';
import { FetchManifest } from './fetch-manifest.js';
import { type ClaimedManifest, ManifestClaims } from './manifest-claims.js';
import { type ManifestLine, ManifestLines } from './manifest-lines.js';

const NEXT = { name: 'next-manifest', text: nextDue('batch_manifest', 'fence > 0', 'true') };

/** Manifests that a process reads at the same time. Those of slow servers cost a connection and some lines in memory. */
const SLOTS = 32;
/** Manifests of which a process writes lines at the same time. */
const WRITERS = 4;

/**
 * The slots for manifests in each worker, beside those for calls: the server of a manifest may be slow, and those of other
 * accounts must not wait for it. No account has more than one at work in a process.
 */
export const MANIFEST_LANE: WorkLane<ClaimedManifest> = {
  name: 'manifests',
  queue: MANIFESTS_QUEUE,
  limits: () => ({ slots: SLOTS, account: 1, accountAlways: true }),
  needs: 'postgres',
  next: (turn, { find }) => find(NEXT, turn),
};

/** Lines that one transaction adds. */
const PART_LINES = 1_000;
/** The same, of their texts. */
const PART_CHARACTERS = 1_000_000;

@Injectable()
export class ManifestWork implements KindOfWork<ClaimedManifest> {
  readonly lanes = [MANIFEST_LANE];
  readonly notProcessed = 'The manifest could not be read';
  readonly span = 'read manifest';
  private readonly logger = new Logger(ManifestWork.name);
  private readonly writers = new FairSemaphore({ maxRunning: WRITERS, maxRunningPerKey: 1 });

  constructor(
    readonly claims: ManifestClaims,
    private readonly dataSource: DataSource,
    private readonly manifests: FetchManifest,
    private readonly notices: BatchNotices,
  ) {}

  async run(work: ClaimedManifest, { signal }: Run): Promise<void> {
    await this.claims.begin(work);
    const lines = new ManifestLines(work.format);
    await this.manifests.read(work, signal, async (bytes) => {
      for await (const part of inParts(lines.read(bytes))) {
        signal.throwIfAborted();
        await this.writers.run(work.accountId, () => this.claims.addLines(work, part), signal);
      }
    });
    await this.end(work, async (tx) => {
      const settled = await this.claims.complete(tx, work, lines);
      return settled ? this.notices.record(tx, 'batch.completed', settled) : [];
    });
    this.logger.log({ ...this.logged(work), lines: lines.count }, 'Read a manifest');
  }

  async fail(work: ClaimedManifest, { sentence }: WorkFailure): Promise<void> {
    await this.end(work, async (tx) =>
      this.notices.record(tx, 'batch.completed', await this.claims.fail(tx, work, sentence)),
    );
    this.logger.warn({ ...this.logged(work), reason: sentence }, 'A manifest could not be read');
  }

  logged({ id: batchId, requestId }: ClaimedManifest) {
    return { batchId, requestId };
  }

  needsWorker(): boolean {
    return false;
  }

  private end(work: ClaimedManifest, write: Parameters<typeof writeAndTell>[3]): Promise<void> {
    return writeAndTell(this.dataSource, work.accountId, this.notices, write);
  }
}

async function* inParts(lines: AsyncIterable<ManifestLine>): AsyncGenerator<ManifestLine[]> {
  let part: ManifestLine[] = [];
  let characters = 0;
  for await (const line of lines) {
    part.push(line);
    characters += line.body.length;
    if (part.length < PART_LINES && characters < PART_CHARACTERS) continue;
    yield part;
    part = [];
    characters = 0;
  }
  if (part.length > 0) yield part;
}
