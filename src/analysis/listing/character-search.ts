// Searches for one character. Most analyses match it: counters know how many, and the page is found by comparing the newest ones.
//
// An identifier of ASCII characters contains the character if it has it in either case. Only identifiers with others are folded, which
// takes fifty times as long. So no search for one character needs the dictionary of identifiers.
import type { EntityManager } from 'typeorm';
import { queryRow } from '../../platform/database/sql.js';
import {
  type AnalysisFilter,
  COUNT_OF,
  conditionsOf,
  entriesWithStatus,
  type FoundPage,
  findPage,
  type MonthCounters,
  type PageRange,
  Parameters,
  pageByEntries,
  startOfPage,
} from './analysis-page.js';

/** What a search for one character finds. */
export interface CharacterMatches {
  readonly total: number;
  /** Null if the page lies behind too many analyses without the character. */
  readonly ids: readonly string[] | null;
}

/**
 * @param maxRows the most analyses that are compared to find the page, an estimate
 * @returns null for a text that is not one ASCII character, or one that the database's locale folds to something else
 */
export async function searchCharacter(
  tx: EntityManager,
  filter: AnalysisFilter,
  text: string,
  range: PageRange,
  maxRows: number,
): Promise<CharacterMatches | null> {
  if (!/^[ -~]$/.test(text)) return null;
  const spellings = [...new Set([text, text.toLowerCase(), text.toUpperCase()])];
  // The Turkish I, for example, folds to a letter that is not ASCII.
  const character = await queryRow<{ folded: string; is_plain: boolean; filter_matches: boolean }>(
    tx,
    `SELECT folded, (SELECT bool_and(analysis_folded(one) = folded) FROM unnest($2::text[]) AS spelling (one))
         AND folded ~ '^[ -~]$' AS is_plain,
       strpos(analysis_folded(coalesce($3::text, '')), folded) > 0
         OR strpos(analysis_folded(coalesce($4::text, '')), folded) > 0 AS filter_matches
     FROM analysis_folded($1::text) AS folded`,
    [text, spellings, filter.agentId, filter.contactId],
  );
  if (!character?.is_plain) return null;
  if (character.filter_matches) return findPage(tx, filter, range);
  if (filter.agentId !== null && filter.contactId !== null) return { ids: [], total: 0 };
  const search = new CharacterSearch(tx, filter, spellings, character.folded);
  const { status, agentId, contactId } = filter;
  const isCounted = agentId === null && contactId === null && (status === null || status === 'completed');
  return isCounted ? search.byCounters(range, maxRows) : search.byEntries(range);
}

class CharacterSearch {
  constructor(
    private readonly tx: EntityManager,
    private readonly filter: AnalysisFilter,
    private readonly spellings: readonly string[],
    private readonly folded: string,
  ) {}

  /** One agent, one contact or a status that few analyses have: their index entries are compared. */
  async byEntries(range: PageRange): Promise<FoundPage> {
    const p = new Parameters();
    const statement = pageByEntries(this.filter, [this.matches(p)], range, p);
    const found = await queryRow<{ ids: string[]; total: string }>(this.tx, statement, p.values);
    return { ids: found?.ids ?? [], total: Number(found?.total ?? 0) };
  }

  async byCounters({ limit, offset }: PageRange, maxRows: number): Promise<CharacterMatches> {
    const { filter } = this;
    const p = new Parameters();
    const found = await queryRow<{ total: string; until: Date | null; skip: string | null; rows: string }>(
      this.tx,
      `WITH ${startOfPage(filter, offset, this.counters(p), p)}
       SELECT coalesce((SELECT total FROM month LIMIT 1), 0) AS total, (SELECT until FROM start) AS until,
         (SELECT skip FROM start) AS skip, coalesce(sum(${COUNT_OF[filter.status ?? 'any']}), 0) AS rows
       FROM analysis_month_count WHERE account_id = ${p.add(filter.accountId, 'uuid')}`,
      p.values,
    );
    const total = Number(found?.total ?? 0);
    if (!found?.until) return { ids: [], total };
    const skip = Number(found.skip);
    // Estimated as if matching analyses were spread evenly over the account.
    const compared = ((skip + Math.min(limit, total - offset)) * Number(found.rows)) / total;
    return { ids: compared > maxRows ? null : await this.pageBefore(found.until, skip, limit), total };
  }

  /** Most analyses are completed: the others are counted entry by entry, and subtracted. */
  private counters(p: Parameters): MonthCounters {
    const { accountId, status, livemode } = this.filter;
    const place = this.folded.charCodeAt(0) - 31;
    const months = `SELECT month, sum(counts[${place}]) AS n FROM analysis_character_month
      WHERE account_id = ${p.add(accountId, 'uuid')} ${livemode === null ? '' : `AND livemode = ${livemode}`} GROUP BY month`;
    const conditions = () => [this.matches(p)];
    const others = () => entriesWithStatus(['processing', 'failed'], this.filter, conditions(), p);
    return { months, count: status === null ? 'n' : `n - ${others()}`, isOfMode: true, conditions };
  }

  private async pageBefore(until: Date, skip: number, limit: number): Promise<readonly string[]> {
    const p = new Parameters();
    const found = await queryRow<{ ids: string[] }>(
      this.tx,
      `SELECT ARRAY(SELECT id FROM analysis
         WHERE ${conditionsOf(this.filter, p).join(' AND ')} AND ${this.matches(p)} AND created_at < ${p.addTime(until)}
         ORDER BY created_at DESC, id DESC LIMIT ${p.add(limit, 'bigint')} OFFSET ${p.add(skip, 'bigint')}) AS ids`,
      p.values,
    );
    return found?.ids ?? [];
  }

  /** SQL condition: the agent or the contact contains the character, whatever its case. */
  private matches(p: Parameters): string {
    const { agentId, contactId } = this.filter;
    const columns = [...(agentId === null ? ['agent_id'] : []), ...(contactId === null ? ['contact_id'] : [])];
    const contains = (column: string) => [
      ...this.spellings.map((one) => `strpos(${column}, ${p.add(one, 'text')}) > 0`),
      `octet_length(${column}) > char_length(${column}) AND strpos(analysis_folded(${column}), ${p.add(this.folded, 'text')}) > 0`,
    ];
    return `(${columns.flatMap(contains).join(' OR ')})`;
  }
}
