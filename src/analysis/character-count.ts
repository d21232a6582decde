// Searches for one character. Most analyses match it, and counters know how many.
import type { EntityManager } from 'typeorm';
import { queryRow } from '../platform/database/sql.js';
import { type AnalysisFilter, conditionsOf, type PageRange, Parameters } from './analysis-page.js';
import { containsFolded } from './party-lookup.js';

/** Analyses of all statuses with the character, by mode. */
export interface CharacterCount {
  readonly live: number;
  readonly test: number;
}

/** @returns null for a text or a filter for which there are no counters */
export async function countCharacter(
  tx: EntityManager,
  { accountId, agentId, contactId, createdAfter, createdBefore }: AnalysisFilter,
  text: string,
): Promise<CharacterCount | null> {
  const isNarrowed = [agentId, contactId, createdAfter, createdBefore].some((one) => one !== null);
  if (isNarrowed || !/^.$/su.test(text)) return null;
  // A locale may fold a character into several, or into one that is not counted, such as the Turkish I.
  const found = await queryRow<{ live: string; test: string }>(
    tx,
    `SELECT coalesce(sum(n) FILTER (WHERE livemode), 0) AS live, coalesce(sum(n) FILTER (WHERE NOT livemode), 0) AS test
     FROM analysis_folded($2::text) AS folded
       LEFT JOIN analysis_character_count c ON c.account_id = $1::uuid
       LEFT JOIN LATERAL (SELECT c.counts[ascii(folded) - 31]) AS of_character (n) ON true
     WHERE length(folded) = 1 AND ascii(folded) BETWEEN 32 AND 126 HAVING count(*) > 0`,
    [accountId, text],
  );
  return found && { live: Number(found.live), test: Number(found.test) };
}

/** @returns the analyses of all statuses that pass the filter's mode; null if `counted` is */
export function countOfMode(counted: CharacterCount | null, { livemode }: AnalysisFilter): number | null {
  if (counted === null) return null;
  const { live, test } = counted;
  if (livemode === null) return live + test;
  return livemode ? live : test;
}

/**
 * Compares the newest analyses that pass the filter, up to `rows` of them.
 * @returns the ids on the page; null if it lies behind them
 */
export async function pageOfNewest(
  tx: EntityManager,
  filter: AnalysisFilter,
  text: string,
  { limit, offset }: PageRange,
  total: number,
  rows: number,
): Promise<readonly string[] | null> {
  const wanted = Math.min(limit, total - offset);
  if (wanted <= 0) return [];
  if (offset + wanted > rows) return null;
  const p = new Parameters();
  const found = await queryRow<{ ids: string[] }>(
    tx,
    `SELECT ARRAY(SELECT id FROM (SELECT id, created_at, agent_id, contact_id FROM analysis
         WHERE ${conditionsOf(filter, p).join(' AND ')} ORDER BY created_at DESC, id DESC LIMIT ${p.add(rows, 'int')}) AS newest
       WHERE ${containsFolded('analysis_folded(agent_id)', text, p)} OR ${containsFolded('analysis_folded(contact_id)', text, p)}
       ORDER BY created_at DESC, id DESC LIMIT ${p.add(wanted, 'int')} OFFSET ${p.add(offset, 'int')}) AS ids`,
    p.values,
  );
  return found?.ids.length === wanted ? found.ids : null;
}
