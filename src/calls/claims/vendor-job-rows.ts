// Jobs at speech vendors, as rows of `vendor_job`. Every time is by Postgres's clock.
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import { ProviderCalls } from '../../platform/operations/provider-calls.js';
import {
  type JobKey,
  type LeftJob,
  type VendorJob,
  VendorJobs,
  VendorJobsLink,
} from '../../ports/vendors/vendor-jobs.js';
import { ClaimLost } from '../../work/claim.js';

/** Vendors delete by themselves after 30 days at most. */
const COPIES_LAST = "interval '35 days'";
/** Jobs of one round of deletions. */
const ROUND = 100;

const JOB = `audio_url AS "audioUrl", sends, vendor_id AS "vendorId",
  (extract(epoch FROM clock_timestamp() - sent_at) * 1000)::float8 AS "sentMsAgo"`;
const KEY = 'analysis_id = $1 AND engine = $2 AND fingerprint = $3';
/** A call that no run goes on with. Its pieces were forgotten as they were stored, but for those of a worker that was killed. */
const HAS_ENDED = `coalesce(j.sent_at, j.created_at) < now() - interval '1 day'
  AND (a.status = 'completed' OR (a.status = 'failed' AND (a.storage_key IS NULL OR a.redact IS NOT NULL)))`;

@Injectable()
export class VendorJobRows extends VendorJobs implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly calls: ProviderCalls,
    private readonly link: VendorJobsLink,
  ) {
    super();
  }

  onModuleInit(): void {
    this.link.open(this);
  }

  find(key: JobKey): Promise<VendorJob | null> {
    return queryRow<VendorJob>(this.dataSource, `SELECT ${JOB} FROM vendor_job WHERE ${KEY}`, this.valuesOf(key));
  }

  /** The lock waits for a deletion of the call, after which nothing is requested; or the deletion waits, and leaves the row. */
  async keepUpload(key: JobKey, audioUrl: string): Promise<VendorJob> {
    await queryRows(
      this.dataSource,
      `INSERT INTO vendor_job (analysis_id, engine, fingerprint, audio_url)
       SELECT id, $2, $3, $4 FROM (SELECT id FROM analysis WHERE id = $1 FOR KEY SHARE) AS held ON CONFLICT DO NOTHING`,
      [...this.valuesOf(key), audioUrl],
    );
    const kept = await this.find(key);
    if (kept === null) throw new ClaimLost();
    return kept;
  }

  async keepSending(key: JobKey, sends: number): Promise<boolean> {
    return this.change(
      key,
      'sends = sends + 1, sent_at = clock_timestamp()',
      'vendor_id IS NULL AND sends = $4',
      sends,
    );
  }

  async withdraw(key: JobKey, sends: number): Promise<void> {
    await this.change(key, 'sent_at = NULL', 'vendor_id IS NULL AND sends = $4', sends);
  }

  async keepId(key: JobKey, vendorId: string): Promise<void> {
    await this.change(key, 'vendor_id = $4', 'vendor_id IS NULL', vendorId);
  }

  async forget(key: JobKey): Promise<void> {
    await this.change(key, 'analysis_id = NULL');
  }

  findLeft(engine: string): Promise<readonly LeftJob[]> {
    return queryRows<LeftJob>(
      this.dataSource,
      `SELECT j.id, ${JOB} FROM vendor_job AS j LEFT JOIN analysis AS a ON a.id = j.analysis_id
        WHERE j.engine = $1 AND (a.id IS NULL OR (${HAS_ENDED})) ORDER BY j.tried_at NULLS FIRST, j.id LIMIT ${ROUND}`,
      [engine],
    );
  }

  async settleLeft(id: string, isDone: boolean): Promise<void> {
    const isSettled = `id = $1 AND ($2 OR created_at < now() - ${COPIES_LAST})`;
    await queryRows(this.dataSource, `DELETE FROM vendor_job WHERE ${isSettled}`, [id, isDone]);
    if (!isDone) await queryRows(this.dataSource, 'UPDATE vendor_job SET tried_at = now() WHERE id = $1', [id]);
  }

  private async change(key: JobKey, set: string, condition = 'true', ...values: (string | number)[]): Promise<boolean> {
    const statement = `UPDATE vendor_job SET ${set} WHERE ${KEY} AND ${condition} RETURNING id`;
    return (await queryRows(this.dataSource, statement, [...this.valuesOf(key), ...values])).length > 0;
  }

  /** Every job belongs to the call that the current run works on. */
  private valuesOf({ engine, fingerprint }: JobKey): string[] {
    const caller = this.calls.caller.getStore();
    if (caller === undefined) throw new Error('A job at a vendor is asked for without a call');
    return [caller.analysisId, engine, fingerprint];
  }
}
