// Reads corrections for their owner. Every query here is scoped by account.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryRow, queryRows, type Sql } from '../../../platform/database/sql.js';
import { notFound } from '../../../platform/errors/api-error.js';
import type { CorrectionResponse } from '../../../wire/correction.response.js';
import { type CorrectionRow, correctionOf, SELECT_CORRECTIONS } from '../../../wire/correction-json.js';
import type { CorrectionPageResponse } from './correction.response.js';
import { correctionNotFound } from './correction-errors.js';
import type { CorrectionPageQuery } from './corrections.requests.js';

@Injectable()
export class CorrectionReader {
  constructor(private readonly dataSource: DataSource) {}

  /** @param analysisId null for one of any analysis @throws ApiError 404 */
  async get(
    accountId: string,
    analysisId: string | null,
    id: string,
    sql: Sql = this.dataSource,
  ): Promise<CorrectionResponse> {
    const found = await queryRow<CorrectionRow>(
      sql,
      `${SELECT_CORRECTIONS} WHERE id = $1 AND analysis_id = coalesce($2, analysis_id) AND account_id = $3 AND NOT judges_anew`,
      [id, analysisId, accountId],
    );
    if (!found) throw correctionNotFound();
    return correctionOf(found);
  }

  /** Newest first. @throws ApiError 404 */
  async list(
    accountId: string,
    analysisId: string,
    { skip, limit }: CorrectionPageQuery,
  ): Promise<CorrectionPageResponse> {
    return this.dataSource.transaction('REPEATABLE READ', async (tx) => {
      const counted = await queryRow<{ n: number }>(
        tx,
        `SELECT (SELECT count(*)::int FROM correction WHERE analysis_id = a.id AND NOT judges_anew) AS n
         FROM analysis a WHERE a.id = $1 AND a.account_id = $2`,
        [analysisId, accountId],
      );
      if (!counted) throw notFound('Analysis');
      const rows = await queryRows<CorrectionRow>(
        tx,
        `${SELECT_CORRECTIONS} WHERE analysis_id = $1 AND NOT judges_anew ORDER BY seq DESC LIMIT $2 OFFSET $3`,
        [analysisId, limit, skip],
      );
      return { items: rows.map(correctionOf), total: counted.n, skip, limit };
    });
  }
}
