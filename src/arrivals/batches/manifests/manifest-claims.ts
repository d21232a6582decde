// The only writer of manifests, and of a batch while its manifest is read.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../../platform/config/config.js';
import { lockAccountAgainstErasure } from '../../../platform/database/account-lock.js';
import { fullSentence, isAccountFull } from '../../../platform/database/held-bytes.js';
import { type PreparedStatement, queryPrepared } from '../../../platform/database/prepared.js';
import type { ManifestFormat } from '../../../wire/batch.response.js';
import { type Claimed, ClaimLost, WorkRefused } from '../../../work/claim.js';
import { claimStatements, HELD } from '../../../work/claim-statements.js';
import { RowClaims } from '../../../work/row-claims.js';
import type { NotifiedBatch } from '../batch-claims.js';
import { INSERT_LINES } from '../batch-lines.js';
import type { ManifestLine } from './manifest-lines.js';

/** Row at the moment of the claim. Its id is the id of the batch. */
export interface ClaimedManifest extends Claimed {
  readonly url: string;
  readonly format: ManifestFormat;
}

/** Result of reading a manifest to its end. */
export interface ReadManifest {
  /** The header of a CSV manifest; null for jsonl. */
  readonly columns: readonly string[] | null;
  readonly ignoredColumns: readonly string[];
}

@Injectable()
export class ManifestClaims extends RowClaims<ClaimedManifest> {
  constructor(
    dataSource: DataSource,
    private readonly config: Config,
  ) {
    super(dataSource, config.worker.leaseMs, STATEMENTS);
  }

  /** Deletes lines of an earlier run, before the manifest is read from its first line. @throws ClaimLost */
  async begin(work: ClaimedManifest): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      await this.hold(tx, work);
      await this.clear(tx, work);
    });
  }

  /** @throws ClaimLost; WorkRefused where the account may hold no more */
  async addLines(work: ClaimedManifest, lines: readonly ManifestLine[]): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      await this.hold(tx, work);
      await queryPrepared(tx, ADD_LINES, [
        work.id,
        lines.map(({ line }) => line),
        lines.map(({ body }) => body),
        lines.map(({ externalId }) => externalId),
        lines.map(({ faults }) => faults),
      ]);
      if (await isAccountFull(tx, work.accountId, this.config))
        throw new WorkRefused('too_large', fullSentence(this.config));
      const refused = lines.filter(({ faults }) => faults !== null).length;
      await this.changeBatch(tx, ADDED, [work.id, lines.length, refused]);
    });
  }

  /** @returns the batch when this has ended it, because every line is refused; else null @throws ClaimLost */
  async complete(tx: EntityManager, work: ClaimedManifest, read: ReadManifest): Promise<NotifiedBatch | null> {
    await this.write(tx, work, COMPLETE, []);
    const batch = await this.changeBatch(tx, BEGIN_BATCH, [work.id, read.columns, read.ignoredColumns]);
    return batch.isSettled ? batch : null;
  }

  /** @param sentence error shown to the client @throws ClaimLost */
  async fail(tx: EntityManager, work: ClaimedManifest, sentence: string): Promise<NotifiedBatch> {
    await this.write(tx, work, FAIL, []);
    await this.clear(tx, work);
    return this.changeBatch(tx, FAIL_BATCH, [work.id, sentence]);
  }

  /** Locks the account first: an erasure locks it, then deletes batches before their manifests; another order would deadlock. */
  private async hold(tx: EntityManager, work: ClaimedManifest): Promise<void> {
    if (!(await lockAccountAgainstErasure(tx, work.accountId))) throw new ClaimLost();
    await this.write(tx, work, HOLD, []);
  }

  private async clear(tx: EntityManager, { id }: ClaimedManifest): Promise<void> {
    await queryPrepared(tx, CLEAR_LINES, [id]);
    await this.changeBatch(tx, CLEARED, [id]);
  }

  private async changeBatch(tx: EntityManager, statement: PreparedStatement, values: readonly unknown[]) {
    const [changed] = await queryPrepared<NotifiedBatch & { isSettled: boolean }>(tx, statement, values);
    if (!changed) throw new ClaimLost();
    return changed;
  }
}

const STATEMENTS = claimStatements<ClaimedManifest>({
  table: 'batch_manifest',
  noun: 'manifest',
  columns: { url: 'url', format: 'format' },
  waitingSince: 'created_at',
  asksEngines: 'false',
});

const held = (name: string, set: string): PreparedStatement => ({
  name,
  text: `UPDATE batch_manifest SET ${set} WHERE ${HELD} RETURNING id`,
});
/** Blocks a cancellation until the transaction ends. */
const HOLD: PreparedStatement = {
  name: 'hold-manifest',
  text: `SELECT id FROM batch_manifest WHERE ${HELD} FOR NO KEY UPDATE`,
};
const COMPLETE = held('complete-manifest', "status = 'completed', lease_until = NULL");
const FAIL = held('fail-manifest', "status = 'failed', lease_until = NULL");

const ADD_LINES: PreparedStatement = { name: 'add-batch-lines', text: INSERT_LINES };
const CLEAR_LINES: PreparedStatement = {
  name: 'clear-batch-lines',
  text: 'DELETE FROM batch_line WHERE batch_id = $1',
};

const ofBatch = (name: string, set: string): PreparedStatement => ({
  name,
  text: `UPDATE batch SET ${set} WHERE id = $1 AND status = 'reading'
         RETURNING id, account_id AS "accountId", livemode, webhook_url AS "webhookUrl", status = 'completed' AS "isSettled"`,
});
const CLEARED = ofBatch('clear-batch', 'total = 0, queued = 0, refused = 0');
const ADDED = ofBatch(
  'add-to-batch',
  'total = total + $2, queued = queued + $2 - $3::int, refused = refused + $3::int',
);
const BEGIN_BATCH = ofBatch(
  'begin-batch',
  `column_names = $2, ignored_columns = $3, all_taken = queued = 0, run_after = now(),
   status = CASE WHEN queued = 0 THEN 'completed' ELSE 'processing' END, settled_at = CASE WHEN queued = 0 THEN now() END`,
);
const FAIL_BATCH = ofBatch('fail-batch', "status = 'failed', error_message = $2, settled_at = now()");
