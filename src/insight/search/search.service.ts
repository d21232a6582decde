// Finds calls by what was said in them.

import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Seen } from '../../access/rights.js';
import { RequestSlots } from '../../platform/concurrency/request-slots.js';
import { ReadReplica } from '../../platform/database/read-replica.js';
import { queryRow } from '../../platform/database/sql.js';
import { type FoundCalls, findCalls } from './find-calls.js';
import { Hits } from './hits.js';
import { parseSearch } from './parse-search.js';
import { MAX_COUNTED, type SearchRequest } from './search.requests.js';
import type { SearchPageResponse } from './search.responses.js';
import { queriesOf } from './search-queries.js';

/** Time from the arrival of a search, with its wait for a slot, until it is answered. */
const BUDGET_MS = 600;
/** Part of it that a replica may take to replay what was there when the search arrived. */
const REPLAY_MS = 100;
/** Part of it in which the hits of a page are read. */
const HITS_MS = 150;

/** Who searches. */
export interface Searcher extends Seen {
  readonly livemode: boolean;
}

@Injectable()
export class Search {
  private readonly slots = new RequestSlots();

  constructor(
    private readonly dataSource: DataSource,
    private readonly hits: Hits,
    private readonly replica: ReadReplica = ReadReplica.NONE,
  ) {}

  find(caller: Searcher, request: SearchRequest, budgetMs = BUDGET_MS): Promise<SearchPageResponse> {
    const until = performance.now() + budgetMs - HITS_MS;
    const readFrom = (source: DataSource) =>
      source.transaction('REPEATABLE READ', (tx) => this.page(tx, caller, request, until));
    return this.slots.run(
      caller.accountId,
      // Words that were masked by now, and calls that were deleted, must not be found.
      async () => (await this.replica.readPresent(REPLAY_MS, readFrom)) ?? (await readFrom(this.dataSource)),
    );
  }

  private async page(
    tx: EntityManager,
    { accountId, sight, livemode }: Searcher,
    request: SearchRequest,
    until: number,
  ): Promise<SearchPageResponse> {
    const { skip, limit, speaker = null } = request;
    const terms = parseSearch(request.q);
    const search = {
      accountId,
      sight,
      livemode: request.livemode ?? livemode,
      agentId: request.agent_id ?? null,
      contactId: request.contact_id ?? null,
      createdAfter: request.created_after ?? null,
      createdBefore: request.created_before ?? null,
      queries: queriesOf(terms, speaker),
      skip,
      limit,
    };
    const found = await findCalls(tx, search, until);
    const wanted = terms.filter(({ isUnwanted }) => !isUnwanted);
    const items = await this.hits.of(tx, accountId, found.ids, { terms: wanted, speaker });
    const isIndexing = (await queryRow(tx, INDEXING, [accountId])) !== null;
    return { items, ...totalsOf(found), ...(isIndexing && { indexing: true }), skip, limit };
  }
}

function totalsOf({ total, searchedFrom }: FoundCalls) {
  return {
    total: Math.min(total, MAX_COUNTED),
    ...(total > MAX_COUNTED && { total_capped: true }),
    // The second before: `created_before` takes all of it.
    ...(searchedFrom && { searched_back_to: searchedFrom.getTime() / 1000 - 1 }),
  };
}

const INDEXING = `
  SELECT 1 FROM unsearchable_call WHERE account_id = $1
  UNION ALL SELECT 1 FROM search_backfill WHERE account_id = $1 LIMIT 1`;
