// Finds analyses whose agent or contact contains a text, with the exact total.
//
// The dictionary of identifiers says which of them match and how many analyses each has. From these numbers the search
// estimates the costs of two ways to a page, and takes the cheaper one:
// - gather: read the analyses of every matching identifier, sort and count them. Fast if few analyses match.
// - walk: read the list in its order and compare each row until the page is full. Fast if many analyses match. The total
//   needs a statement of its own.
// docs/decisions/0007-search-planner.md has the measurements behind the choice.
import type { EntityManager } from 'typeorm';
import { queryRow } from '../../platform/database/sql.js';
import { type AnalysisFilter, type AnalysisStatus, conditionsOf, Parameters } from './analysis-filter.js';
import { findPage, isCounted } from './analysis-page.js';
import { walkTeams } from './facets.js';
import { containsFolded } from './folded-text.js';
import type { FoundPage, PageRange } from './page.js';
import { lookUpParties, type PartyKind, type PartyLookup } from './party-lookup.js';

/** Measured costs in microseconds, from which the search chooses its plan. They affect its speed, never its result. */
export interface SearchCosts {
  /** Row that is found by its identifier and kept for sorting. */
  readonly gatheredRow: number;
  /** Row that is found by its identifier and only counted. */
  readonly lookedUpRow: number;
  /** Matching identifier whose rows are looked up. */
  readonly lookup: number;
  /** A row that is read from an index in the order of the list. */
  readonly readRow: number;
  /** Identifier that is compared unchanged. */
  readonly comparison: number;
  /** Identifier whose case is folded before the comparison. */
  readonly foldedComparison: number;
  /** No cost: maximum number of identifiers of a kind sent with a statement. */
  readonly maxValues: number;
}

/** Up to so many calls it is cheaper to look up for each whether the caller sees it than to read the calls of the teams. */
const FEW_CALLS = 2_000;

const COSTS: SearchCosts = {
  gatheredRow: 1,
  lookedUpRow: 0.5,
  lookup: 5,
  readRow: 0.18,
  comparison: 0.05,
  foldedComparison: 2.5,
  maxValues: 2_000,
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
  const parties = await lookUpParties(tx, filter, text, costs.maxValues);
  const { agent, contact, accountRows, filterMatches } = parties;
  const allMatch = filterMatches || agent.rows === accountRows || contact.rows === accountRows;
  if (allMatch) return findPage(tx, filter, range);
  return new Search(tx, filter, text, parties, costs).find(range);
}

/** Method to get the exact total, and its estimated cost. */
interface Count {
  readonly cost: number;
  readonly run: () => Promise<number>;
}

class Search {
  /** Kinds by which an analysis can match. A kind with a filter is omitted: the value of the filter does not match. */
  private readonly kinds: readonly PartyKind[];
  private readonly gatherCost: number;
  /** Cost of reading and comparing a row of the list. */
  private readonly rowCost: number;

  constructor(
    private readonly tx: EntityManager,
    private readonly filter: AnalysisFilter,
    private readonly text: string,
    private readonly parties: PartyLookup,
    private readonly costs: SearchCosts,
  ) {
    const { agent, contact } = parties;
    this.kinds = [
      ...(agent.rows > 0 && filter.agentId === null ? (['agent'] as const) : []),
      ...(contact.rows > 0 && filter.contactId === null ? (['contact'] as const) : []),
    ];
    this.rowCost = this.kinds.reduce((sum, kind) => sum + this.comparisonCost(kind), costs.readRow);
    // Rows that are found by their contact are compared by their agent, so that no row is gathered twice.
    const compared = this.kinds.length === 2 ? contact.rows * this.comparisonCost('agent') : 0;
    this.gatherCost = this.kinds.reduce((sum, kind) => sum + this.lookupCost(kind, costs.gatheredRow), compared);
  }

  async find(range: PageRange): Promise<FoundPage> {
    if (this.kinds.length === 0) return { ids: [], total: 0 };
    const { agent, contact, accountRows, filteredRows } = this.parties;
    const count = this.cheapestCount();
    // Estimated as if matching rows were spread evenly over the account.
    const likelyTotal = Math.min(filteredRows, ((agent.rows + contact.rows) * filteredRows) / Math.max(1, accountRows));
    if (this.gatherCost <= count.cost + this.walkCost(range, likelyTotal)) return this.gather(range);
    const total = await count.run();
    if (range.offset >= total) return { ids: [], total };
    return this.gatherCost <= this.walkCost(range, total) ? this.gather(range) : this.walk(range, total);
  }

  private cheapestCount(): Count {
    const { status, livemode } = this.filter;
    const { accountRows, statusRows, filteredRows } = this.parties;
    const direct: Count = {
      cost: filteredRows * this.rowCost,
      run: () => this.countList(status === null ? [] : [status]),
    };
    if (livemode === true) return this.countLive();
    if (this.filter.sight !== null) return this.countSeen() ?? direct;
    if (!isCounted(this.filter)) return direct;
    const all = this.countOfAllStatuses();
    if (status === null) return all;
    // Most analyses are completed. Counting the others and subtracting them reads far fewer rows.
    const bySubtraction: Count = {
      cost: all.cost + (accountRows - statusRows) * this.rowCost,
      run: async () => (await all.run()) - (await this.countList(STATUSES.filter((one) => one !== status))),
    };
    return cheaper(cheaper(direct, bySubtraction), this.countByComplement());
  }

  /**
   * The calls of the matching identifiers, less those of other teams: two indexes tell them, where a list would be read whole.
   * Null: there are too many identifiers.
   */
  private countSeen(): Count | null {
    const costs = this.kinds.map((kind) => this.lookupCost(kind, this.costs.lookedUpRow));
    const cost = costs.reduce((sum, one) => sum + one, 0);
    if (!Number.isFinite(cost)) return null;
    const run = async () => {
      const p = new Parameters();
      const counts = this.kinds.map((kind, i) => {
        const conditions = [
          ...this.exact(this.filter, p),
          `a.${kind}_id = ANY (${p.add(this.parties[kind].values, 'text[]')})`,
          ...(i === 0 ? [] : [`NOT ${this.matches('agent', p)}`]),
        ];
        return `(SELECT count(*) FROM analysis a WHERE ${conditions.join(' AND ')})`;
      });
      return this.count(`SELECT ${counts.join(' + ')} AS n`, p);
    };
    return { cost, run };
  }

  /** No index has live mode, but one has the few analyses of test mode: they are counted and subtracted. */
  private countLive(): Count {
    const count = (livemode: boolean | null) =>
      new Search(this.tx, { ...this.filter, livemode }, this.text, this.parties, this.costs).cheapestCount();
    const [all, test] = [count(null), count(false)];
    return { cost: all.cost, run: async () => (await all.run()) - (await test.run()) };
  }

  /** The dictionary has the total of each kind. Only the analyses that match by both kinds must be counted. */
  private countOfAllStatuses(): Count {
    const { agent, contact, accountRows } = this.parties;
    if (this.kinds.length === 1) return { cost: 0, run: async () => agent.rows + contact.rows };
    const bySubtraction = (kind: PartyKind, other: PartyKind): Count => ({
      cost: this.lookupCost(kind, this.costs.lookedUpRow + this.comparisonCost(other)),
      run: async () => agent.rows + contact.rows - (await this.countOverlap(kind, other)),
    });
    const direct: Count = { cost: accountRows * this.rowCost, run: () => this.countList([]) };
    const byOverlap = cheaper(bySubtraction('agent', 'contact'), bySubtraction('contact', 'agent'));
    return cheaper(cheaper(direct, byOverlap), this.countByComplement());
  }

  /** Subtracts the analyses that match neither by agent nor by contact. Fast where most analyses match by their agent. */
  private countByComplement(): Count {
    const { agent, agents, accountRows, statusRows } = this.parties;
    if (this.kinds.length < 2 || agents === null)
      return { cost: Number.POSITIVE_INFINITY, run: async () => Number.NaN };
    const { lookup, lookedUpRow } = this.costs;
    const rowCost = lookedUpRow + this.comparisonCost('contact');
    return {
      cost: (agents - agent.entries) * lookup + (accountRows - agent.rows) * rowCost,
      run: async () => statusRows - (await this.countOfOtherAgents()),
    };
  }

  private countOfOtherAgents(): Promise<number> {
    const p = new Parameters();
    const others = `(SELECT value FROM analysis_party WHERE account_id = ${p.add(this.filter.accountId, 'uuid')}
      AND kind = 'agent' AND NOT ${containsFolded('folded', this.text, p)} OFFSET 0)`;
    return this.countOf(others, 'agent', [...conditionsOf(this.filter, p), `NOT ${this.matches('contact', p)}`], p);
  }

  /** Counts for each identifier apart: Postgres takes two thirds of the time that it takes to join the rows first. */
  private countOf(parties: string, kind: PartyKind, conditions: readonly string[], p: Parameters): Promise<number> {
    return this.count(
      `SELECT coalesce(sum(n), 0) AS n FROM ${parties} AS party (value) CROSS JOIN LATERAL (
         SELECT count(*) AS n FROM analysis a WHERE a.${kind}_id = party.value AND ${conditions.join(' AND ')}) AS counted`,
      p,
    );
  }

  /** @param rowCost cost of one row of these identifiers */
  private lookupCost(kind: PartyKind, rowCost: number): number {
    const { rows, entries, values } = this.parties[kind];
    return values === null ? Number.POSITIVE_INFINITY : entries * this.costs.lookup + rows * rowCost;
  }

  private comparisonCost(kind: PartyKind): number {
    const { values, pattern } = this.parties[kind];
    return values === null && pattern === null ? this.costs.foldedComparison : this.costs.comparison;
  }

  /** A walk reads the list up to the end of the page. */
  private walkCost({ limit, offset }: PageRange, total: number): number {
    return Math.min(1, (offset + limit) / Math.max(1, total)) * this.parties.filteredRows * this.rowCost;
  }

  /** Counts the analyses that match by both kinds. */
  private countOverlap(kind: PartyKind, other: PartyKind): Promise<number> {
    const p = new Parameters();
    const parties = `unnest(${p.add(this.parties[kind].values, 'text[]')})`;
    const account = `a.account_id = ${p.add(this.filter.accountId, 'uuid')}`;
    return this.countOf(parties, kind, [account, this.matches(other, p)], p);
  }

  /** @param statuses empty: all statuses */
  private countList(statuses: readonly AnalysisStatus[]): Promise<number> {
    const p = new Parameters();
    const status = statuses.length === 0 ? '' : ` AND a.status = ANY (${p.add(statuses, 'text[]')})`;
    const list = this.list({ ...this.filter, status: null }, p);
    return this.count(`SELECT count(*) AS n FROM ${list}${status}`, p);
  }

  private async count(statement: string, p: Parameters): Promise<number> {
    return Number((await queryRow<{ n: string }>(this.tx, statement, p.values))?.n ?? 0);
  }

  private async gather({ limit, offset }: PageRange): Promise<FoundPage> {
    const p = new Parameters();
    const rows = this.kinds.reduce((sum, kind) => sum + this.parties[kind].rows, 0);
    const parts = this.kinds.map((kind, i) => {
      const conditions = [
        ...this.exact(this.filter, p, rows <= FEW_CALLS ? 'a' : null),
        ...(i === 0 ? [] : [`NOT ${this.matches('agent', p)}`]),
      ];
      return `SELECT a.id, a.created_at FROM ${this.rowsOf(kind, p)} WHERE ${conditions.join(' AND ')}`;
    });
    const found = await queryRow<{ ids: string[]; total: string }>(
      this.tx,
      `WITH found AS MATERIALIZED (${parts.join(' UNION ALL ')})
       SELECT ARRAY(SELECT id FROM found ORDER BY created_at DESC, id DESC
           LIMIT ${p.add(limit, 'bigint')} OFFSET ${p.add(offset, 'bigint')}) AS ids,
         (SELECT count(*) FROM found) AS total`,
      p.values,
    );
    return { ids: found?.ids ?? [], total: Number(found?.total ?? 0) };
  }

  private async walk({ limit, offset }: PageRange, total: number): Promise<FoundPage> {
    const p = new Parameters();
    const found = await queryRow<{ ids: string[] }>(
      this.tx,
      `SELECT ARRAY(SELECT id FROM ${this.walked(p)} ORDER BY created_at DESC, id DESC
         LIMIT ${p.add(limit, 'bigint')} OFFSET ${p.add(offset, 'bigint')}) AS ids`,
      p.values,
    );
    return { ids: found?.ids ?? [], total };
  }

  /** SQL source in the order of the list: the analyses that pass the filter and match. */
  private walked(p: Parameters): string {
    const { sight } = this.filter;
    return sight === null ? this.list(this.filter, p) : walkTeams(this.filter, sight.teams, [this.matchesAny(p)], p);
  }

  /** SQL source `a`: the analyses of every matching identifier of a kind. OFFSET keeps Postgres from choosing another join. */
  private rowsOf(kind: PartyKind, p: Parameters): string {
    const values = p.add(this.parties[kind].values, 'text[]');
    const account = p.add(this.filter.accountId, 'uuid');
    return `unnest(${values}) AS party (value) CROSS JOIN LATERAL (
      SELECT * FROM analysis WHERE account_id = ${account} AND ${kind}_id = party.value OFFSET 0) a`;
  }

  /** SQL source `a`: the analyses that pass the filter and match. */
  private list(filter: AnalysisFilter, p: Parameters): string {
    return `analysis a WHERE ${this.exact(filter, p).join(' AND ')} AND ${this.matchesAny(p)}`;
  }

  private matchesAny(p: Parameters): string {
    return `(${this.kinds.map((kind) => this.matches(kind, p)).join(' OR ')})`;
  }

  private exact(filter: AnalysisFilter, p: Parameters, fewCalls: 'a' | null = null): string[] {
    return conditionsOf(filter, p, fewCalls).map((condition) => `a.${condition}`);
  }

  /**
   * SQL condition on `a`. Folding case takes fifty times as long as a plain comparison, so it is the last resort. A few
   * matching identifiers are listed in the statement, where Postgres hashes them. Many are matched by the spelling that all
   * of them share, if there is one: case is folded letter by letter, so every identifier with that spelling matches.
   */
  private matches(kind: PartyKind, p: Parameters): string {
    const { values, pattern } = this.parties[kind];
    // IS TRUE keeps Postgres from using an index on these values: the rows must come in the order of the list.
    if (values !== null) return `(a.${kind}_id = ANY (${p.add(values, 'text[]')})) IS TRUE`;
    if (pattern !== null) return `a.${kind}_id LIKE ${p.add(pattern, 'text')}`;
    return containsFolded(`analysis_folded(a.${kind}_id)`, this.text, p);
  }
}

const STATUSES: readonly AnalysisStatus[] = ['processing', 'completed', 'failed'];

function cheaper(first: Count, second: Count): Count {
  return second.cost < first.cost ? second : first;
}
