// Reads evaluations for their owner. Every query here is scoped by account.

import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Seen } from '../../access/rights.js';
import { queryRow, queryRows, type Sql } from '../../platform/database/sql.js';
import { notFound } from '../../platform/errors/api-error.js';
import { evaluationNotFound } from './evaluation-errors.js';
import { EVALUATION_COLUMNS, EVALUATION_JOINS, type EvaluationRow, evaluationJson } from './evaluation-json.js';
import { type EvaluationFilter, findEvaluations, type PageRange } from './evaluation-page.js';
import { type CallEvaluationsQuery, type ListEvaluationsQuery, MAX_FORMS } from './evaluations.requests.js';

@Injectable()
export class EvaluationReader {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws ApiError 404 */
  async get(accountId: string, id: string, sql: Sql = this.dataSource): Promise<EvaluationRow> {
    const row = await queryRow<EvaluationRow>(
      sql,
      `SELECT ${EVALUATION_COLUMNS} FROM evaluation e ${EVALUATION_JOINS} WHERE e.id = $1 AND e.account_id = $2`,
      [id, accountId],
    );
    if (!row) throw evaluationNotFound();
    return row;
  }

  /** Returns the evaluations of a call: a page as JSON text, newest first. @throws ApiError 404 */
  async listOfAnalysis(accountId: string, analysisId: string, query: CallEvaluationsQuery): Promise<string> {
    const withForms = query.include === 'form';
    const range = { skip: query.skip, limit: withForms ? Math.min(query.limit, MAX_FORMS) : query.limit };
    const found = await queryRow<{ ids: string[]; total: string }>(
      this.dataSource,
      `SELECT (SELECT count(*) FROM evaluation WHERE analysis_id = a.id) AS total,
         ARRAY(SELECT id FROM evaluation WHERE analysis_id = a.id ORDER BY created_at DESC, id DESC
           LIMIT $3 OFFSET $4) AS ids
       FROM analysis a WHERE a.id = $1 AND a.account_id = $2`,
      [analysisId, accountId, range.limit, range.skip],
    );
    if (!found) throw notFound('Analysis');
    return this.pageJson(accountId, { ids: found.ids, total: Number(found.total) }, range, withForms);
  }

  /** Returns a page of evaluations as JSON text, newest first. */
  async list(seen: Seen, query: ListEvaluationsQuery): Promise<string> {
    const page = await findEvaluations(this.dataSource, filterOf(seen, query), query);
    return this.pageJson(seen.accountId, page, query);
  }

  /** Omits an evaluation that was deleted after the page was found. */
  private async pageJson(
    accountId: string,
    { ids, total }: { readonly ids: readonly string[]; readonly total: number },
    { skip, limit }: PageRange,
    withForms = false,
  ): Promise<string> {
    const form = withForms ? FORM : 'NULL';
    const rows =
      ids.length === 0
        ? []
        : await queryRows<EvaluationRow & { readonly form: string | null }>(
            this.dataSource,
            `SELECT ${EVALUATION_COLUMNS}, ${form} AS form FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (id, position)
               JOIN evaluation e ON e.id = wanted.id AND e.account_id = $2 ${EVALUATION_JOINS}
             ORDER BY wanted.position`,
            [ids, accountId],
          );
    return `{"items":[${rows.map((row) => evaluationJson(row, row.form)).join(',')}],"total":${total},"skip":${skip},"limit":${limit}}`;
  }
}

const FORM = '(SELECT form FROM scorecard_revision r WHERE r.scorecard_id = e.scorecard_id AND r.number = e.revision)';

function filterOf({ accountId, sight }: Seen, query: ListEvaluationsQuery): EvaluationFilter {
  return {
    accountId,
    sight,
    scorecardId: query.scorecard_id ?? null,
    revision: query.revision ?? null,
    agentId: query.agent_id ?? null,
    contactId: query.contact_id ?? null,
    outcome: query.outcome ?? null,
    scoreMin: query.score_min ?? null,
    scoreMax: query.score_max ?? null,
    from: momentAfter(query.created_after),
    until: momentAfter(query.created_before),
    reviewed: query.reviewed ?? null,
    livemode: query.livemode ?? null,
  };
}

/** Clients see `created` in whole seconds: after a second means from the next one on. */
const momentAfter = (unixSeconds: number | null | undefined) =>
  typeof unixSeconds === 'number' ? new Date((unixSeconds + 1) * 1000) : null;
