/** Finds analyses by a part of an identifier, with the exact count: through the dictionary of identifiers in use. */
import type { EntityManager } from 'typeorm';
import { queryRow } from '../platform/database/sql.js';
import {
  type AnalysisFilter,
  COUNT_OF,
  conditionsOf,
  type FoundPage,
  findPage,
  type PageRange,
  Parameters,
} from './analysis-page.js';

/** What the dictionary says of a search, and of the whole account. */
interface Density {
  /** Analyses whose agent matches, and how many such agents there are. */
  readonly agentRows: number;
  readonly agentValues: number;
  readonly contactRows: number;
  readonly contactValues: number;
  /** All agents of the account, matching or not. */
  readonly agents: number;
  /** All analyses of the account. */
  readonly rows: number;
  /** Those of the status that is filtered by; all without one. */
  readonly statusRows: number;
  /** Analyses left by the exact filters, at most. */
  readonly filteredRows: number;
  /** The agent or the contact that is filtered by matches itself. */
  readonly always: boolean;
  /** Which of the spellings tried stands in every entry that matches, by its position; null where none does. */
  readonly agentSpelling: number | null;
  readonly contactSpelling: number | null;
  /** The entries themselves, kind by kind, where they are few: the dictionary is then searched once only. */
  readonly kinds: readonly string[] | null;
  readonly values: readonly string[] | null;
}

/** What the ways to a result cost, in microseconds as measured. They decide on speed alone, never on the answer. */
export interface SearchCosts {
  /** A row found through an entry of the dictionary, and kept for sorting. */
  readonly gathered: number;
  /** The entry itself. */
  readonly lookedUp: number;
  /** A row read from an index. */
  readonly read: number;
  /** An identifier that is compared as it stands. */
  readonly compared: number;
  /** An identifier that is folded and compared. */
  readonly folded: number;
  /** A row read from an index and looked up among all entries. */
  readonly scanned: number;
  /** Not a cost: most entries that are carried from one statement to the next. */
  readonly mostCarried: number;
}

const COSTS: SearchCosts = {
  gathered: 1,
  lookedUp: 5,
  read: 0.18,
  compared: 0.05,
  folded: 2.5,
  scanned: 0.5,
  mostCarried: 2_000,
};

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
  const spellings = [...new Set([pattern, pattern.toLowerCase(), pattern.toUpperCase()])];
  // Nothing tells the planner how many entries match: guessing few, it would compare every row with every entry.
  await tx.query('SET LOCAL enable_nestloop = off; SET LOCAL enable_mergejoin = off');
  const density = await measure(tx, filter, spellings, costs.mostCarried);
  const { agentRows, contactRows, rows } = density;
  if (density.always || agentRows === rows || contactRows === rows) return findPage(tx, filter, range);
  return new Search(tx, filter, spellings, density, costs).find(range);
}

async function measure(
  tx: EntityManager,
  { accountId, status, agentId, contactId }: AnalysisFilter,
  spellings: readonly string[],
  mostCarried: number,
): Promise<Density> {
  const p = new Parameters();
  const account = p.add(accountId, 'uuid');
  const folded = `analysis_folded(${p.add(spellings[0], 'text')})`;
  const agent = p.add(agentId, 'text');
  const contact = p.add(contactId, 'text');
  const few = `count(*) <= ${p.add(mostCarried, 'int')}`;
  const spelling = (kind: Kind) =>
    `CASE ${spellings
      .map((one, at) => `WHEN bool_and(value LIKE ${p.add(one, 'text')}) FILTER (WHERE kind = '${kind}') THEN ${at}`)
      .join(' ')} END`;
  const rowsOf = (kind: Kind, value: string) =>
    `CASE WHEN ${value} IS NULL THEN NULL ELSE coalesce((SELECT n FROM analysis_party
       WHERE account_id = ${account} AND kind = '${kind}' AND value = ${value}), 0) END`;
  const found = await queryRow<MeasuredRow>(
    tx,
    `WITH counted AS MATERIALIZED (
       SELECT coalesce(sum(${COUNT_OF.any}), 0) AS rows,
         coalesce(sum(${COUNT_OF[status ?? 'any']}), 0) AS status_rows
       FROM analysis_month_count WHERE account_id = ${account})
     SELECT coalesce(sum(n) FILTER (WHERE kind = 'agent'), 0) AS "agentRows",
       count(*) FILTER (WHERE kind = 'agent') AS "agentValues",
       coalesce(sum(n) FILTER (WHERE kind = 'contact'), 0) AS "contactRows",
       count(*) FILTER (WHERE kind = 'contact') AS "contactValues",
       (SELECT count(*) FROM analysis_party WHERE account_id = ${account} AND kind = 'agent') AS agents,
       (SELECT rows FROM counted) AS rows,
       (SELECT status_rows FROM counted) AS "statusRows",
       least((SELECT status_rows FROM counted), ${rowsOf('agent', agent)}, ${rowsOf('contact', contact)}) AS "filteredRows",
       coalesce(analysis_folded(${agent}) LIKE ${folded}, false)
         OR coalesce(analysis_folded(${contact}) LIKE ${folded}, false) AS always,
       ${spelling('agent')} AS "agentSpelling",
       ${spelling('contact')} AS "contactSpelling",
       CASE WHEN ${few} THEN array_agg(kind) END AS kinds,
       CASE WHEN ${few} THEN array_agg(value) END AS values
     FROM analysis_party WHERE account_id = ${account} AND folded LIKE ${folded}`,
    p.values,
  );
  if (!found) throw new Error('An aggregate without groups has one row');
  return {
    ...found,
    agentRows: Number(found.agentRows),
    agentValues: Number(found.agentValues),
    contactRows: Number(found.contactRows),
    contactValues: Number(found.contactValues),
    agents: Number(found.agents),
    rows: Number(found.rows),
    statusRows: Number(found.statusRows),
    filteredRows: Number(found.filteredRows),
  };
}

/** Counts arrive as text. */
type MeasuredRow = {
  readonly [Field in keyof Density]: Density[Field] extends number ? string : Density[Field];
};

/** A way to an exact count, and what it should cost. */
interface Count {
  readonly cost: number;
  readonly run: () => Promise<number>;
}

/** Which statuses count: the one that is filtered by, all of them, or all but that one. */
type Statuses = 'asked' | 'all' | 'others';

class Search {
  /** Kinds whose match decides. An identifier that is filtered by and does not match leaves the other one only. */
  private readonly kinds: readonly Kind[];
  private readonly partyFiltered: boolean;
  /** A row that is read and compared on the way, by the cheaper of two ways. */
  private readonly comparedCost: number;
  private readonly scanCost: number;
  private readonly gatherCost: number;

  constructor(
    private readonly tx: EntityManager,
    private readonly filter: AnalysisFilter,
    private readonly spellings: readonly string[],
    private readonly density: Density,
    private readonly costs: SearchCosts,
  ) {
    const { agentRows, agentValues, contactRows, contactValues } = density;
    const byAgent = agentRows > 0 && filter.agentId === null;
    const byContact = contactRows > 0 && filter.contactId === null;
    this.kinds = [...(byAgent ? (['agent'] as const) : []), ...(byContact ? (['contact'] as const) : [])];
    this.partyFiltered = filter.agentId !== null || filter.contactId !== null;
    this.comparedCost = this.kinds.reduce((sum, kind) => sum + this.compareCost(kind), costs.read);
    this.scanCost = Math.min(this.comparedCost, costs.scanned);
    const entries = (values: number, rows: number) => values * costs.lookedUp + rows * costs.gathered;
    this.gatherCost =
      (byAgent ? entries(agentValues, agentRows) : 0) +
      (byContact ? entries(contactValues, contactRows) : 0) +
      (byAgent && byContact ? contactRows * this.compareCost('agent') : 0);
  }

  async find(range: PageRange): Promise<FoundPage> {
    if (this.kinds.length === 0) return { ids: [], total: 0 };
    const { agentRows, contactRows, rows, filteredRows } = this.density;
    const count = this.cheapestCount();
    const likely = Math.min(filteredRows, ((agentRows + contactRows) * filteredRows) / Math.max(1, rows));
    // Gathering counts and sorts at once.
    if (this.gatherCost <= count.cost + this.pageCost(range, likely)) return this.gather(range);
    return this.page(range, await count.run());
  }

  private cheapestCount(): Count {
    const { rows, statusRows, filteredRows } = this.density;
    const scan: Count = { cost: filteredRows * this.scanCost, run: () => this.scanned('asked') };
    if (this.partyFiltered) return scan;
    const all = this.countOfAll();
    if (this.filter.status === null) return all;
    const others: Count = {
      cost: all.cost + (rows - statusRows) * this.scanCost,
      run: async () => (await all.run()) - (await this.scanned('others')),
    };
    return cheapest(scan, others);
  }

  /** Without filters: what either kind has, less the overlap, which is counted where it takes least. */
  private countOfAll(): Count {
    const { agentRows, agentValues, contactRows, contactValues, agents, rows } = this.density;
    if (this.kinds.length === 1) {
      const known = this.kinds[0] === 'agent' ? agentRows : contactRows;
      return { cost: 0, run: async () => known };
    }
    const side = (entries: number, entryRows: number, other: Kind, run: Count['run']): Count => ({
      cost: entries * this.costs.lookedUp + entryRows * (this.costs.read + this.compareCost(other)),
      run,
    });
    return cheapest(
      { cost: rows * this.scanCost, run: () => this.scanned('all') },
      side(agentValues, agentRows, 'contact', async () => agentRows + contactRows - (await this.overlap('agent'))),
      side(contactValues, contactRows, 'agent', async () => agentRows + contactRows - (await this.overlap('contact'))),
      side(agents - agentValues, rows - agentRows, 'contact', async () => agentRows + (await this.besideAgents())),
    );
  }

  private overlap(kind: Kind): Promise<number> {
    const p = new Parameters();
    const other = kind === 'agent' ? 'contact' : 'agent';
    return this.count(
      `${this.hits(p, kind)} SELECT count(*) AS n FROM ${this.rowsOf(p, kind, 'all')} AND ${this.matches(p, other)}`,
      p,
    );
  }

  /** Of the agents that do not match, the analyses whose contact does. */
  private besideAgents(): Promise<number> {
    const p = new Parameters();
    const account = p.add(this.filter.accountId, 'uuid');
    return this.count(
      `SELECT count(*) AS n FROM (SELECT value FROM analysis_party
           WHERE account_id = ${account} AND kind = 'agent' AND folded NOT LIKE ${this.folded(p)} OFFSET 0) other
         CROSS JOIN LATERAL (SELECT contact_id FROM analysis
           WHERE account_id = ${account} AND agent_id = other.value OFFSET 0) a
       WHERE ${this.matches(p, 'contact')}`,
      p,
    );
  }

  private scanned(statuses: Statuses): Promise<number> {
    const p = new Parameters();
    const { hits, source } = this.scan(p, statuses);
    return this.count(`${hits} SELECT count(*) AS n FROM ${source}`, p);
  }

  /** Count and page of the rows that the entries lead to. */
  private async gather({ limit, offset }: PageRange): Promise<FoundPage> {
    const p = new Parameters();
    const [kind, second] = this.kinds;
    const select = 'SELECT a.id, a.created_at FROM';
    const parts = [
      ...(kind ? [`${select} ${this.rowsOf(p, kind, 'asked')}`] : []),
      ...(second ? [`${select} ${this.rowsOf(p, second, 'asked')} AND NOT ${this.matches(p, 'agent')}`] : []),
    ];
    const found = await queryRow<{ ids: string[]; total: string }>(
      this.tx,
      `${this.hits(p)}, found AS MATERIALIZED (${parts.join(' UNION ALL ')})
       SELECT ARRAY(SELECT id FROM found ORDER BY created_at DESC, id DESC
           LIMIT ${p.add(limit, 'bigint')} OFFSET ${p.add(offset, 'bigint')}) AS ids,
         (SELECT count(*) FROM found) AS total`,
      p.values,
    );
    return { ids: found?.ids ?? [], total: Number(found?.total ?? 0) };
  }

  /** In the order of the list until the page is full, or all rows and then their order. */
  private async page(range: PageRange, total: number): Promise<FoundPage> {
    if (range.offset >= total) return { ids: [], total };
    if (this.gatherCost <= this.pageCost(range, total)) return this.gather(range);
    const p = new Parameters();
    const { hits, source } =
      this.walkCost(range, total) <= this.sortCost ? this.walk(p, 'asked') : this.scan(p, 'asked');
    const found = await queryRow<{ ids: string[] }>(
      this.tx,
      `${hits} SELECT ARRAY(SELECT a.id FROM ${source} ORDER BY a.created_at DESC, a.id DESC
         LIMIT ${p.add(range.limit, 'bigint')} OFFSET ${p.add(range.offset, 'bigint')}) AS ids`,
      p.values,
    );
    return { ids: found?.ids ?? [], total };
  }

  private pageCost(range: PageRange, total: number): number {
    return Math.min(this.walkCost(range, total), this.sortCost);
  }

  private walkCost({ limit, offset }: PageRange, total: number): number {
    const walkedRows = Math.min(1, (offset + limit) / Math.max(1, total)) * this.density.filteredRows;
    return walkedRows * this.comparedCost;
  }

  private get sortCost(): number {
    return this.density.filteredRows * this.scanCost;
  }

  /** All rows that the exact filters leave: compared one by one, or looked up among the dictionary's entries. */
  private scan(p: Parameters, statuses: Statuses): Source {
    if (this.comparedCost <= this.costs.scanned) return this.walk(p, statuses);
    const join = (alias: string, kind: Kind, way: string) =>
      `${way} JOIN hit ${alias} ON ${alias}.kind = '${kind}' AND ${alias}.value = a.${kind}_id`;
    const hits = this.hits(p);
    const [kind, second] = this.kinds;
    if (kind && !second) return { hits, source: `analysis a ${join('h', kind, '')} WHERE ${this.exact(p, statuses)}` };
    return {
      hits,
      source: `analysis a ${join('ha', 'agent', 'LEFT')} ${join('hc', 'contact', 'LEFT')}
        WHERE ${this.exact(p, statuses)} AND (ha.value IS NOT NULL OR hc.value IS NOT NULL)`,
    };
  }

  private walk(p: Parameters, statuses: Statuses): Source {
    const either = this.kinds.map((kind) => this.matches(p, kind)).join(' OR ');
    return { hits: '', source: `analysis a WHERE ${this.exact(p, statuses)} AND (${either})` };
  }

  /** The rows of one kind's entries, entry by entry: the OFFSET keeps the planner from another way. */
  private rowsOf(p: Parameters, kind: Kind, statuses: Statuses): string {
    return `hit CROSS JOIN LATERAL (
      SELECT * FROM analysis WHERE account_id = ${p.add(this.filter.accountId, 'uuid')} AND ${kind}_id = hit.value OFFSET 0) a
      WHERE hit.kind = '${kind}' AND ${this.exact(p, statuses)}`;
  }

  /** The entries that match, as `hit`; at least those of one kind, where one is named. */
  private hits(p: Parameters, only: Kind | null = null): string {
    const { kinds, values } = this.density;
    const entries =
      kinds === null || values === null
        ? `analysis_party WHERE account_id = ${p.add(this.filter.accountId, 'uuid')} AND folded LIKE ${this.folded(p)}${only === null ? '' : ` AND kind = '${only}'`}`
        : `unnest(${p.add(kinds, 'text[]')}, ${p.add(values, 'text[]')}) AS entry (kind, value)`;
    return `WITH hit AS MATERIALIZED (SELECT kind, value FROM ${entries})`;
  }

  /** The exact filters on a table or subquery `a`. */
  private exact(p: Parameters, statuses: Statuses): string {
    const { accountId, status, agentId, contactId } = this.filter;
    const conditions = conditionsOf({ accountId, status: statuses === 'asked' ? status : null, agentId, contactId }, p);
    if (statuses === 'others')
      conditions.push(
        `status = ANY (${p.add(
          STATUSES.filter((one) => one !== status),
          'text[]',
        )})`,
      );
    return conditions.map((condition) => `a.${condition}`).join(' AND ');
  }

  /**
   * Identifiers are mostly written in one way. What stands in every entry that matches can be looked for as it is, without
   * folding: folding goes letter by letter, so what has that spelling matches too.
   */
  private matches(p: Parameters, kind: Kind): string {
    const spelling = this.spellingOf(kind);
    return spelling === undefined
      ? `analysis_folded(a.${kind}_id) LIKE ${this.folded(p)}`
      : `a.${kind}_id LIKE ${p.add(spelling, 'text')}`;
  }

  private folded(p: Parameters): string {
    return `analysis_folded(${p.add(this.spellings[0], 'text')})`;
  }

  private spellingOf(kind: Kind): string | undefined {
    const { agentSpelling, contactSpelling } = this.density;
    const position = kind === 'agent' ? agentSpelling : contactSpelling;
    return position === null ? undefined : this.spellings[position];
  }

  private compareCost(kind: Kind): number {
    return this.spellingOf(kind) === undefined ? this.costs.folded : this.costs.compared;
  }

  private async count(statement: string, p: Parameters): Promise<number> {
    return Number((await queryRow<{ n: string }>(this.tx, statement, p.values))?.n ?? 0);
  }
}

type Kind = 'agent' | 'contact';

interface Source {
  /** The entries, where the source needs them. */
  readonly hits: string;
  readonly source: string;
}

const STATUSES = ['processing', 'completed', 'failed'] as const;

function cheapest(first: Count, ...others: readonly Count[]): Count {
  return others.reduce((best, one) => (one.cost < best.cost ? one : best), first);
}

/** A LIKE pattern in which the client's `%`, `_` and `\` mean themselves. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
