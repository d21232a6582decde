// One export, from claim to webhook. write-export.ts writes its file. Any process may be killed at any point.
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { callWaits } from '../../calls/claims/due-calls.js';
import { EXPORTS_QUEUE } from '../../platform/queue/queue-names.js';
import type { WorkFailure } from '../../work/claim.js';
import { nextDue } from '../../work/due-work.js';
import { writeAndTell } from '../../work/jobs/job-writes.js';
import type { KindOfWork, Run, WorkLane } from '../../work/kind-of-work.js';
import type { WorkCounts } from '../../work/work-metrics.js';
import { type ClaimedExport, ExportClaims } from './export-claims.js';
import { ExportMetrics } from './export-metrics.js';
import { ExportNotices } from './export-notices.js';
import { WriteExport } from './write-export.js';

const NEXT = { name: 'next-export', text: nextDue('export', 'fence > 0', 'true', { passesOver: callWaits }) };

/**
 * The slots for exports in each worker, beside those for calls. Accounts take turns, and an account with calls that wait is
 * passed over. A file cannot be handed over when it is half written, so no account has more than one at work in a process.
 */
export const EXPORT_LANE: WorkLane<ClaimedExport> = {
  name: 'exports',
  queue: EXPORTS_QUEUE,
  limits: ({ exportConcurrency }) => ({ slots: exportConcurrency, account: 1, accountAlways: true }),
  next: (turn, { find, filledBy }) => find(NEXT, { ...turn, except: [...turn.except, ...filledBy('work')] }),
};

@Injectable()
export class ExportWork implements KindOfWork<ClaimedExport> {
  readonly lanes = [EXPORT_LANE];
  readonly counts = COUNTS;
  readonly notProcessed = 'The export could not be written';
  readonly span = 'write export';
  private readonly logger = new Logger(ExportWork.name);

  constructor(
    readonly claims: ExportClaims,
    private readonly dataSource: DataSource,
    private readonly writeExport: WriteExport,
    private readonly notices: ExportNotices,
    private readonly metrics: ExportMetrics,
  ) {}

  async run(work: ClaimedExport, { signal }: Run): Promise<void> {
    const file = await this.writeExport.run(work, signal);
    this.metrics.written(work, file);
    this.logger.log({ ...this.logged(work), rows: file.rows, bytes: file.bytes }, 'Wrote an export');
  }

  async fail(work: ClaimedExport, failure: WorkFailure): Promise<void> {
    await writeAndTell(this.dataSource, work.accountId, this.notices, async (tx) => {
      await this.claims.fail(tx, work, failure);
      return this.notices.record(tx, work);
    });
    this.logger.warn({ ...this.logged(work), reason: failure.sentence }, 'An export failed');
  }

  logged({ id: exportId, requestId }: ClaimedExport) {
    return { exportId, requestId };
  }
}

const COUNTS = {
  noun: 'export',
  help: {
    settled: 'Exports that have ended.',
    turnaround: 'Time from the request of an export to its end.',
    handBacks: 'Exports put back to be written later.',
    slots: 'Free slots of this process for exports.',
  },
  since: ({ createdAt }) => createdAt,
  labels: { format: ({ format }) => format },
  // Seconds, from a handful of calls to the longest that a snapshot may live.
  buckets: [0.25, 1, 5, 15, 60, 300, 900, 1_800, 7_200],
} satisfies WorkCounts<ClaimedExport>;
