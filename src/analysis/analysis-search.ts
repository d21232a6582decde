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
  /** The entries themselves, kind by kind, where they are few: the dictionary is then searched once only. */
  readonly kinds: readonly string[] | null;
  readonly values: readonly string[] | null;
}

/** What the ways to a result cost, in microseconds as measured. They decide on speed alone, never on the answer. */
export interface SearchCosts {
  /** A row found through an entry of the dictionary. */
  readonly gathered: number;
  /** The entry itself. */
  readonly lookedUp: number;
  /** A row whose identifiers are folded and compared on the way. */
  readonly folded: number;
  /** A row read in the order of an index and looked up among all entries. */
  readonly scanned: number;
  /** Not a cost: most entries that are carried from one statement to the next. */
  readonly mostCarried: number;
}

const COSTS: SearchCosts = { gathered: 1, lookedUp: 5, folded: 2.5, scanned: 0.35, mostCarried: 2_000 };
/**
 * @param tx one snapshot, so that dictionary, count and page agree
 * @param text not empty; case does not count
 */
export async function searchPage(
  tx: EntityManager,
  filter: AnalysisFilter,
  text: string,
  range: PageRange,
  costs = COSTS,
): Promise<FoundPage> {
  const pattern = containing(text);
  // Nothing tells the planner how many entries match: guessing few, it would compare every row with every entry.
  await tx.query('SET LOCAL enable_nestloop = off; SET LOCAL enable_mergejoin = off');
  const density = await measure(tx, filter, pattern, costs.mostCarried);
  const { agentRows, contactRows, rows } = density;
  if (density.always || agentRows === rows || contactRows === rows) return findPage(tx, filter, range);
  return new Search(tx, filter, pattern, density, costs).find(range);
}

async function measure(
  tx: EntityManager,
  filter: AnalysisFilter,
  pattern: string,
  mostCarried: number,
): Promise<Density> {
  const found = await row<MeasuredRow>(
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
         OR coalesce(analysis_folded($4::text) LIKE analysis_folded($2::text), false) AS always,
       CASE WHEN count(*) <= $5::int THEN array_agg(kind) END AS kinds,
       CASE WHEN count(*) <= $5::int THEN array_agg(value) END AS values
     FROM analysis_party WHERE account_id = $1 AND folded LIKE analysis_folded($2::text)`,
    [filter.accountId, pattern, filter.agentId, filter.contactId, mostCarried],
  );
  if (!found) throw new Error('An aggregate without groups has one row');
  return {
    ...found,
    agentRows: Number(found.agentRows),
    agentValues: Number(found.agentValues),
    contactRows: Number(found.contactRows),
    contactValues: Number(found.contactValues),
    rows: Number(found.rows),
    filteredRows: Number(found.filteredRows),
  };
}

/** Counts arrive as text. */
type MeasuredRow = {
  readonly [Field in keyof Density]: Density[Field] extends number ? string : Density[Field];
};

/** Parameters of every statement here: $1 account, $2 pattern, the entries carried along, those of the exact filters. */
class Search {
  private readonly parameters: readonly unknown[];
  /** Exact filters on a table or subquery `a`. */
  private readonly exact: string;
  private readonly filtered: boolean;
  /** An identifier that is filtered by and does not match leaves the other one only. */
  private readonly byAgent: boolean;
  private readonly byContact: boolean;
  /** The entries that match, as `hit`. */
  private readonly hits: string;
  private readonly agentCost: number;
  private readonly contactCost: number;
  private readonly scanCost: number;

  constructor(
    private readonly tx: EntityManager,
    filter: AnalysisFilter,
    pattern: string,
    private readonly density: Density,
    private readonly costs: SearchCosts,
  ) {
    const { kinds, values, agentRows, agentValues, contactRows, contactValues } = density;
    const carried = kinds === null || values === null ? [] : [kinds, values];
    const { conditions, parameters } = allOf(filter, [filter.accountId, pattern, ...carried]);
    this.hits = carried.length === 0 ? FROM_DICTIONARY : CARRIED;
    this.exact = ['a.account_id = $1', ...conditions.map((condition) => `a.${condition}`)].join(' AND ');
    this.parameters = parameters;
    this.filtered = conditions.length > 0;
    this.byAgent = agentRows > 0 && filter.agentId === null;
    this.byContact = contactRows > 0 && filter.contactId === null;
    this.agentCost = this.byAgent ? agentRows * costs.gathered + agentValues * costs.lookedUp : 0;
    this.contactCost = this.byContact ? contactRows * costs.gathered + contactValues * costs.lookedUp : 0;
    this.scanCost = density.filteredRows * costs.scanned;
  }

  async find(range: PageRange): Promise<FoundPage> {
    if (!this.byAgent && !this.byContact) return { ids: [], total: 0 };
    const { agentRows, contactRows } = this.density;
    if (!this.filtered && (agentRows === 0 || contactRows === 0)) return this.page(range, agentRows + contactRows);
    // Gathering counts and sorts at once; a scan is done for each.
    if (this.gatherCost <= this.scanCost) return this.gather(range);
    return this.page(range, this.filtered ? await this.scanTotal() : await this.totalOfBoth());
  }

  private get gatherCost(): number {
    const both = this.byAgent && this.byContact;
    return this.agentCost + this.contactCost + (both ? this.density.contactRows * this.costs.folded : 0);
  }

  /** What either kind has, less the overlap, which is counted on the side that is cheaper to gather. */
  private async totalOfBoth(): Promise<number> {
    const { agentRows, contactRows } = this.density;
    const agentSide = this.agentCost + agentRows * this.costs.folded;
    const contactSide = this.contactCost + contactRows * this.costs.folded;
    if (Math.min(agentSide, contactSide) > this.scanCost) return this.scanTotal();
    const [kind, other] = agentSide < contactSide ? (['agent', 'contact'] as const) : (['contact', 'agent'] as const);
    const overlap = await this.count(
      `${this.hits} SELECT count(*) AS n FROM ${this.rowsOf(kind)} AND ${matches(other)}`,
    );
    return agentRows + contactRows - overlap;
  }

  private scanTotal(): Promise<number> {
    return this.count(`${this.hits} SELECT count(*) AS n FROM ${this.scanned()}`);
  }

  /** Count and page of the rows that the entries lead to. */
  private async gather({ limit, offset }: PageRange): Promise<FoundPage> {
    const found = await row<{ ids: string[]; total: string }>(
      this.tx,
      `${this.hits}, found AS MATERIALIZED (${this.gathered()})
       SELECT ARRAY(SELECT id FROM found ORDER BY created_at DESC, id DESC LIMIT $${this.next} OFFSET $${this.next + 1}) AS ids,
              (SELECT count(*) FROM found) AS total`,
      [...this.parameters, limit, offset],
    );
    return { ids: found?.ids ?? [], total: Number(found?.total ?? 0) };
  }

  /** The cheapest of three ways, judged by the exact density. */
  private async page(range: PageRange, total: number): Promise<FoundPage> {
    if (range.offset >= total) return { ids: [], total };
    const walkedRows = ((range.offset + range.limit) * this.density.filteredRows) / total;
    const walkCost = walkedRows * this.costs.folded;
    if (this.gatherCost <= Math.min(walkCost, this.scanCost)) return this.gather(range);
    const source = walkCost <= this.scanCost ? this.walked() : this.scanned();
    const found = await row<{ ids: string[] }>(
      this.tx,
      `${this.hits} SELECT ARRAY(SELECT a.id FROM ${source}
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

const FROM_DICTIONARY = `WITH hit AS MATERIALIZED (
  SELECT kind, value FROM analysis_party WHERE account_id = $1 AND folded LIKE analysis_folded($2::text))`;

// A parameter that nothing names has no type; not every statement needs the pattern.
const CARRIED = `WITH hit AS MATERIALIZED (
  SELECT kind, value FROM unnest($3::text[], $4::text[]) AS entry (kind, value) WHERE $2::text IS NOT NULL)`;

function matches(kind: Kind): string {
  return `analysis_folded(a.${kind}_id) LIKE analysis_folded($2::text)`;
}

/** A LIKE pattern in which the client's `%`, `_` and `\` mean themselves. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
