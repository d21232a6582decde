// Whether a member with a narrowed sight sees what a path names. Asked by the guard and not by handlers, so that a new route is
// closed.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Seen } from '../../access/rights.js';
import type { NamedObject } from '../../access/route-rights.js';
import { Parameters, seenWithin } from '../../calls/listing/analysis-filter.js';
import { queryRow } from '../../platform/database/sql.js';
import { isUuid } from '../../platform/http/validation/fields.js';
import { seenJob, seenTeams } from '../../work/jobs/seen-jobs.js';

@Injectable()
export class SeenObjects {
  constructor(private readonly dataSource: DataSource) {}

  async has(of: NamedObject, id: unknown, { accountId, sight }: Seen): Promise<boolean> {
    if (sight === null) return true;
    if (!isUuid(id)) return false;
    const p = new Parameters();
    const [named, account] = [p.add(id, 'uuid'), p.add(accountId, 'uuid')];
    const isOfCall = of === 'evaluation' || of === 'dispute';
    const call = isOfCall ? `(SELECT analysis_id FROM ${of} WHERE id = ${named})` : named;
    const sql =
      isOfCall || of === 'call'
        ? `SELECT 1 FROM analysis WHERE id = ${call} AND account_id = ${account} AND ${seenWithin(accountId, sight, p)}`
        : `SELECT 1 FROM ${of} WHERE id = ${named} AND account_id = ${account} AND ${seenJob(p.add(seenTeams(sight), 'text'))}`;
    return (await queryRow(this.dataSource, sql, p.values)) !== null;
  }
}
