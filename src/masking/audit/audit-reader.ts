import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Parameters } from '../../calls/listing/analysis-filter.js';
import {
  AUDIT_COLUMNS,
  type AuditRow,
  auditItem,
  chainAccount,
  chainEnd,
  findAnchor,
} from '../../platform/audit/audit-chain.js';
import { recordAudit } from '../../platform/audit/record-audit.js';
import { Signatures } from '../../platform/audit/signatures.js';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import type { Caller } from '../../platform/http/access/caller.js';
import type { AuditPageRequest } from './audit.requests.js';
import { type AuditHeadResponse, type AuditPageResponse, headOf } from './audit.responses.js';

/** Entries that are counted; deeper ones are found by `created_before`. */
const MAX_COUNTED = 10_000;
/** Entries of an export that are in memory at a time. */
const PART = 1_000;

/** A test key sees what was done in test mode. */
type Reader = Pick<Caller, 'accountId' | 'livemode'>;

@Injectable()
export class AuditReader {
  constructor(
    private readonly dataSource: DataSource,
    private readonly signatures: Signatures,
  ) {}

  /** Newest first. */
  async list(caller: Reader, query: AuditPageRequest): Promise<AuditPageResponse> {
    const { action = null, actor = null, subject = null, created_after, created_before, skip, limit } = query;
    const p = new Parameters();
    const conditions = [
      `account_id = ${p.add(caller.accountId, 'uuid')}`,
      ...(caller.livemode ? [] : ['NOT livemode']),
      ...(action === null ? [] : [`action = ${p.add(action, 'text')}`]),
      ...(actor === null ? [] : [`actor_id = ${p.add(actor, 'text')}`]),
      ...(subject === null ? [] : [`subject_id = ${p.add(subject, 'text')}`]),
      ...(created_after ? [`at >= ${p.addTime(created_after)}`] : []),
      ...(created_before ? [`at < ${p.addTime(created_before)}`] : []),
    ].join(' AND ');
    return this.dataSource.transaction('REPEATABLE READ', async (tx) => {
      const counted = await queryRow<{ n: number }>(
        tx,
        `SELECT count(*)::int AS n FROM (SELECT FROM audit_entry WHERE ${conditions} LIMIT ${MAX_COUNTED + 1}) AS found`,
        p.values,
      );
      const rows = await queryRows<AuditRow>(
        tx,
        `SELECT ${AUDIT_COLUMNS} FROM audit_entry WHERE ${conditions} ORDER BY at DESC, id DESC
         LIMIT ${p.add(limit, 'bigint')} OFFSET ${p.add(skip, 'bigint')}`,
        p.values,
      );
      const total = counted?.n ?? 0;
      return {
        items: rows.map(auditItem),
        total: Math.min(total, MAX_COUNTED),
        ...(total > MAX_COUNTED && { total_capped: true }),
        skip,
        limit,
      };
    });
  }

  async head({ accountId }: Reader): Promise<AuditHeadResponse> {
    return this.signatures.sign(headOf(accountId, await chainEnd(this.dataSource, accountId)));
  }

  /** Enters the reading itself, and chains what was entered before it, so that the lines verify to the last. */
  async export(caller: Caller): Promise<AsyncIterable<string>> {
    const { accountId } = caller;
    await recordAudit(this.dataSource, caller, 'export.read', { type: 'audit', id: accountId });
    await chainAccount(this.dataSource, accountId);
    const end = await chainEnd(this.dataSource, accountId);
    return this.lines(caller, end.sequence);
  }

  /** The anchor of what was pruned, if any, and the entries in their order. */
  private async *lines({ accountId, livemode }: Reader, last: number): AsyncGenerator<string, void, undefined> {
    const anchor = await findAnchor(this.dataSource, accountId);
    if (anchor) yield `${JSON.stringify(anchor)}\n`;
    let after = anchor?.sequence ?? 0;
    while (after < last) {
      const rows = await queryRows<AuditRow>(this.dataSource, PART_OF_CHAIN, [accountId, after, last, livemode, PART]);
      if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(auditItem(row))}\n`).join('');
      after = rows.length < PART ? last : (rows.at(-1)?.sequence ?? last);
    }
  }
}

const PART_OF_CHAIN = `
  SELECT ${AUDIT_COLUMNS} FROM audit_entry
  WHERE account_id = $1 AND sequence > $2 AND sequence <= $3 AND ($4::boolean OR NOT livemode) ORDER BY sequence LIMIT $5`;
