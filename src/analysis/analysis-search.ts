/** Finds analyses by a part of an identifier, with the exact count: through the dictionary of identifiers in use. */
import type { EntityManager } from 'typeorm';
import { row } from '../platform/database/sql.js';
import { type AnalysisFilter, allOf, type FoundPage, findPage, type PageRange } from './analysis-page.js';

/** What the dictionary says of a search, and of the whole account. */
interface Density {
  /** Analyses whose agent matches, and how many such agents there are. */
  readonly agentRows: number;
  readonly agentValues: number;
  readonly contactRows: number;
  readonly contactValues: number;
  /** All analyses of the account. */
  readonly rows: number;
  /** Analyses left by the exact filters on agent and contact, at most. */
  readonly filteredRows: number;
  /** The agent or the contact that is filtered by matches itself. */
  readonly always: boolean;
}

/** Fetched by index, counted and sorted: more than these are slower than a scan that needs no sorting. */
const MOST_GATHERED = 60_000;
/** Cost of a dictionary entry's own look-up, in rows. */
const LOOK_UP_ROWS = 6;
/** Cost of folding a row's identifiers on the way, in rows of a gathered set. */
const FOLDED_ROW = 2;

/**
 * @param tx one snapshot, so that dictionary, count and page agree
 * @param text not empty; case does not count
 * @param mostGathered cost in rows above which a result is no longer gathered by index; any value gives the same answer
 */
export async function searchPage(
  tx: EntityManager,
  filter: AnalysisFilter,
  text: string,
  range: PageRange,
  mostGathered = MOST_GATHERED,
): Promise<FoundPage> {
  const pattern = containing(text);
  // Nothing tells the planner how many entries match: guessing few, it would compare every row with every entry.
  await tx.query('SET LOCAL enable_nestloop = off; SET LOCAL enable_mergejoin = off');
  const density = await measure(tx, filter, pattern);
  const { agentRows, contactRows, rows } = density;
  if (density.always || agentRows === rows || contactRows === rows) {
    return findPage(tx, filter, range);
  }
  if (agentRows + contactRows === 0) return { ids: [], total: 0 };
  const search = new Search(tx, filter, pattern, density, mostGathered);
  const total = await search.knownTotal();
  if (total === null) {
    if (search.gatherCost <= mostGathered) return search.gather(range);
    return search.page(range, await search.scanTotal());
  }
  return search.page(range, total);
}

async function measure(tx: EntityManager, filter: AnalysisFilter, pattern: string): Promise<Density> {
  const found = await row<Record<Exclude<keyof Density, 'always'>, string> & { always: boolean }>(
    tx,
    `WITH counted AS MATERIALIZED (
       SELECT coalesce(sum(processing + completed + failed), 0) AS rows FROM analysis_month_count WHERE account_id = $1)
     SELECT coalesce(sum(n) FILTER (WHERE kind = 'agent'), 0) AS "agentRows",
       count(*) FILTER (WHERE kind = 'agent') AS "agentValues",
       coalesce(sum(n) FILTER (WHERE kind = 'contact'), 0) AS "contactRows",
       count(*) FILTER (WHERE kind = 'contact') AS "contactValues",
       (SELECT rows FROM counted) AS rows,
       least((SELECT rows FROM counted),
         CASE WHEN $3::text IS NULL THEN NULL ELSE coalesce((SELECT n FROM analysis_party
           WHERE account_id = $1 AND kind = 'agent' AND value = $3), 0) END,
         CASE WHEN $4::text IS NULL THEN NULL ELSE coalesce((SELECT n FROM analysis_party
           WHERE account_id = $1 AND kind = 'contact' AND value = $4), 0) END) AS "filteredRows",
       coalesce(analysis_folded($3::text) LIKE analysis_folded($2::text), false)
         OR coalesce(analysis_folded($4::text) LIKE analysis_folded($2::text), false) AS always
     FROM analysis_party WHERE account_id = $1 AND folded LIKE analysis_folded($2::text)`,
    [filter.accountId, pattern, filter.agentId, filter.contactId],
  );
  if (!found) throw new Error('An aggregate without groups has one row');
  return {
    agentRows: Number(found.agentRows),
    agentValues: Number(found.agentValues),
    contactRows: Number(found.contactRows),
    contactValues: Number(found.contactValues),
    rows: Number(found.rows),
    filteredRows: Number(found.filteredRows),
    always: found.always,
  };
}

/** Parameters of every statement here: $1 account, $2 pattern, then those of the exact filters. */
class Search {
  private readonly parameters: readonly unknown[];
  /** Exact filters on a table or subquery `a`. */
  private readonly exact: string;
  private readonly filtered: boolean;
  /** An identifier that is filtered by and does not match leaves the other one only. */
  private readonly byAgent: boolean;
  private readonly byContact: boolean;

  constructor(
    private readonly tx: EntityManager,
    filter: AnalysisFilter,
    pattern: string,
    private readonly density: Density,
    private readonly mostGathered: number,
  ) {
    const { conditions, parameters } = allOf(filter, [filter.accountId, pattern]);
    this.exact = ['a.account_id = $1', ...conditions.map((condition) => `a.${condition}`)].join(' AND ');
    this.parameters = parameters;
    this.filtered = conditions.length > 0;
    this.byAgent = density.agentRows > 0 && filter.agentId === null;
    this.byContact = density.contactRows > 0 && filter.contactId === null;
  }

  /** In rows. */
  get gatherCost(): number {
    const { agentRows, agentValues, contactRows, contactValues } = this.density;
    return (
      (this.byAgent ? agentRows + agentValues * LOOK_UP_ROWS : 0) +
      (this.byContact ? contactRows + contactValues * LOOK_UP_ROWS : 0)
    );
  }

  /** The total where the dictionary tells it, or all but a small overlap of both kinds; else null. */
  async knownTotal(): Promise<number | null> {
    if (!this.byAgent && !this.byContact) return 0;
    if (this.filtered) return null;
    const { agentRows, agentValues, contactRows, contactValues } = this.density;
    if (agentRows === 0 || contactRows === 0) return agentRows + contactRows;
    const [kind, cost] =
      agentRows + agentValues * LOOK_UP_ROWS < contactRows + contactValues * LOOK_UP_ROWS
        ? (['agent', agentRows + agentValues * LOOK_UP_ROWS] as const)
        : (['contact', contactRows + contactValues * LOOK_UP_ROWS] as const);
    if (cost > this.mostGathered) return null;
    const overlap = await this.count(
      `${HIT} SELECT count(*) AS n FROM ${this.rowsOf(kind)} AND ${matches(kind === 'agent' ? 'contact' : 'agent')}`,
    );
    return agentRows + contactRows - overlap;
  }

  /** Reads every row that the exact filters leave, in an index. */
  scanTotal(): Promise<number> {
    return this.count(`${HIT} SELECT count(*) AS n FROM ${this.scanned()}`);
  }

  /** Count and page of the dictionary's own rows. */
  async gather({ limit, offset }: PageRange): Promise<FoundPage> {
    const found = await row<{ ids: string[]; total: string }>(
      this.tx,
      `${HIT}, found AS MATERIALIZED (${this.gathered()})
       SELECT ARRAY(SELECT id FROM found ORDER BY created_at DESC, id DESC LIMIT $${this.next} OFFSET $${this.next + 1}) AS ids,
              (SELECT count(*) FROM found) AS total`,
      [...this.parameters, limit, offset],
    );
    return { ids: found?.ids ?? [], total: Number(found?.total ?? 0) };
  }

  /** The cheapest of three ways, judged by the exact density. */
  async page(range: PageRange, total: number): Promise<FoundPage> {
    if (range.offset >= total) return { ids: [], total };
    const walkCost = ((range.offset + range.limit) * this.density.filteredRows * FOLDED_ROW) / total;
    if (this.gatherCost <= Math.min(walkCost, this.mostGathered)) return this.gather(range);
    const source = walkCost <= this.density.filteredRows ? this.walked() : this.scanned();
    const found = await row<{ ids: string[] }>(
      this.tx,
      `${HIT} SELECT ARRAY(SELECT a.id FROM ${source}
         ORDER BY a.created_at DESC, a.id DESC LIMIT $${this.next} OFFSET $${this.next + 1}) AS ids`,
      [...this.parameters, range.limit, range.offset],
    );
    return { ids: found?.ids ?? [], total };
  }

  private get next(): number {
    return this.parameters.length + 1;
  }

  /** In the order of the list, until the page is full. */
  private walked(): string {
    return `analysis a WHERE ${this.exact} AND (${matches('agent')} OR ${matches('contact')})`;
  }

  /** All rows that the exact filters leave, each looked up among the dictionary's entries. */
  private scanned(): string {
    const join = (alias: string, kind: Kind, way: string) =>
      `${way} JOIN hit ${alias} ON ${alias}.kind = '${kind}' AND ${alias}.value = a.${kind}_id`;
    if (!this.byContact) return `analysis a ${join('h', 'agent', '')} WHERE ${this.exact}`;
    if (!this.byAgent) return `analysis a ${join('h', 'contact', '')} WHERE ${this.exact}`;
    return `analysis a ${join('ha', 'agent', 'LEFT')} ${join('hc', 'contact', 'LEFT')}
      WHERE ${this.exact} AND (ha.value IS NOT NULL OR hc.value IS NOT NULL)`;
  }

  private gathered(): string {
    const select = 'SELECT a.id, a.created_at FROM';
    if (!this.byContact) return `${select} ${this.rowsOf('agent')}`;
    if (!this.byAgent) return `${select} ${this.rowsOf('contact')}`;
    return `${select} ${this.rowsOf('agent')}
      UNION ALL ${select} ${this.rowsOf('contact')} AND NOT ${matches('agent')}`;
  }

  /** The rows of one kind's entries, entry by entry: the OFFSET keeps the planner from another way. */
  private rowsOf(kind: Kind): string {
    return `hit CROSS JOIN LATERAL (
      SELECT * FROM analysis WHERE account_id = $1 AND ${kind}_id = hit.value OFFSET 0) a
      WHERE hit.kind = '${kind}' AND ${this.exact}`;
  }

  private async count(statement: string): Promise<number> {
    return Number((await row<{ n: string }>(this.tx, statement, this.parameters))?.n ?? 0);
  }
}

type Kind = 'agent' | 'contact';

const HIT = `WITH hit AS MATERIALIZED (
  SELECT kind, value FROM analysis_party WHERE account_id = $1 AND folded LIKE analysis_folded($2::text))`;

function matches(kind: Kind): string {
  return `analysis_folded(a.${kind}_id) LIKE analysis_folded($2::text)`;
}

/** A LIKE pattern in which the client's `%`, `_` and `\` mean themselves. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
