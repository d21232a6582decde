// What was done to an analysis, as its notifications tell it: read from the row of the review or the correction, so that no
// delivery holds a copy.
import { queryRows, type Sql } from '../../platform/database/sql.js';
import { type CorrectionRow, correctionOf, SELECT_CORRECTIONS } from '../../wire/correction-json.js';
import { REVIEW_COLUMNS, type ReviewRow, reviewJson } from '../../wire/review-json.js';
import { detailOf, type WebhookEvent } from '../event-table.js';

/** Columns of a row of `webhook_delivery`. */
export interface DetailColumns {
  readonly event: WebhookEvent;
  /** JSON text in a row of an earlier release; else null. */
  readonly detail: string | null;
  readonly detail_id: string | null;
}

const REVIEWS = `SELECT ${REVIEW_COLUMNS} FROM review WHERE id = ANY($1)`;
const CORRECTIONS = `${SELECT_CORRECTIONS} WHERE id = ANY($1)`;

/** @returns JSON text by `detail_id`, without what was deleted */
export async function readDetails(sql: Sql, of: readonly DetailColumns[]): Promise<Map<string, string>> {
  const idsOf = (kind: string) => of.flatMap((row) => (detailOf(row.event) === kind ? (row.detail_id ?? []) : []));
  const [reviewIds, correctionIds] = [idsOf('review'), idsOf('correction')];
  const reviews = reviewIds.length === 0 ? [] : await queryRows<ReviewRow>(sql, REVIEWS, [reviewIds]);
  const corrections =
    correctionIds.length === 0 ? [] : await queryRows<CorrectionRow>(sql, CORRECTIONS, [correctionIds]);
  return new Map([
    ...reviews.map((row): [string, string] => [row.id, reviewJson(row)]),
    ...corrections.map((row): [string, string] => [row.id, JSON.stringify(correctionOf(row))]),
  ]);
}
