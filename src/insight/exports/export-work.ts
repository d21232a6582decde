// One export, from claim to webhook. write-export.ts writes its file. Any process may be killed at any point.
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { lockAccountAgainstErasure } from '../../platform/database/account-lock.js';
import { ClaimLost, type HandBackReason, type WorkFailure } from '../../work/claim.js';
import type { KindOfWork, Run } from '../../work/kind-of-work.js';
import { type ClaimedExport, ExportClaims } from './export-claims.js';
import { ExportLane } from './export-lane.js';
import { ExportMetrics } from './export-metrics.js';
import { ExportNotices } from './export-notices.js';
import { WriteExport } from './write-export.js';

@Injectable()
export class ExportWork implements KindOfWork<ClaimedExport> {
  readonly lanes;
  readonly notProcessed = 'The export could not be written';
  readonly span = 'write export';
  readonly engines = [] as const;
  private readonly logger = new Logger(ExportWork.name);

  constructor(
    lane: ExportLane,
    readonly claims: ExportClaims,
    private readonly dataSource: DataSource,
    private readonly writeExport: WriteExport,
    private readonly notices: ExportNotices,
    private readonly metrics: ExportMetrics,
  ) {
    this.lanes = [lane];
  }

  async run(work: ClaimedExport, { signal }: Run): Promise<void> {
    const file = await this.writeExport.run(work, signal);
    this.metrics.completed(work, file);
    this.logger.log({ ...this.logged(work), rows: file.rows, bytes: file.bytes }, 'Wrote an export');
  }

  async fail(work: ClaimedExport, failure: WorkFailure): Promise<void> {
    const deliveryIds = await this.dataSource.transaction(async (tx) => {
      if (!(await lockAccountAgainstErasure(tx, work.accountId))) throw new ClaimLost();
      await this.claims.fail(tx, work, failure);
      return this.notices.record(tx, work);
    });
    this.notices.send(deliveryIds);
    this.metrics.failed(work);
    this.logger.warn({ ...this.logged(work), reason: failure.sentence }, 'An export failed');
  }

  logged({ id: exportId, requestId }: ClaimedExport) {
    return { exportId, requestId };
  }

  handedBack(reason: HandBackReason): void {
    this.metrics.handedBack(reason);
  }

  caller(): null {
    return null;
  }

  asksEngines(): boolean {
    return false;
  }

  needsWorker(): boolean {
    return true;
  }
}
