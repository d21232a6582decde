// Draws of calls against the same drawn here, by sorting and taking turns.
import { createHash, randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NO_FILTER } from '../../../src/calls/listing/analysis-filter.js';
import { type Draw, DrawCalls, MAX_DRAWN } from '../../../src/calls/listing/draw-calls.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { addEvaluations, addScorecard } from '../../support/builders/evaluation-data.js';
import { addAccount, addAnalyses, openDataSource } from '../../support/builders/listing-data.js';

const CREATED = new Date('2026-11-20T10:00:00Z');
const BEFORE = new Date('2026-11-21T00:00:00Z');
const LATER = new Date('2026-11-22T00:00:00Z');
const AGENTS = ['ada', 'ben', 'cleo'];

let database: FreshDatabase;
let dataSource: DataSource;
let calls: DrawCalls;
let accountId: string;

beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await openDataSource(database.url);
  calls = new DrawCalls(dataSource);
});
afterAll(async () => {
  await dataSource?.destroy();
  await database?.drop();
});
beforeEach(async () => {
  accountId = await addAccount(dataSource);
});

interface KnownCall {
  readonly id: string;
  readonly agentId: string;
}

async function addCalls(n: number, createdAt = CREATED): Promise<KnownCall[]> {
  const agents = Array.from({ length: n }, (_, at) => AGENTS[at % AGENTS.length] ?? '');
  const added = agents.map((agentId) => ({
    agentId,
    contactId: `c-${agentId}`,
    createdAt,
    status: 'completed' as const,
  }));
  const ids = await addAnalyses(dataSource, accountId, added);
  return ids.map((id, at) => ({ id, agentId: agents[at] ?? '' }));
}

const draw = (of: Partial<Draw> = {}) =>
  calls.draw({
    filter: { ...NO_FILTER, accountId },
    search: null,
    before: BEFORE,
    seed: 'autumn',
    count: 10,
    per: null,
    strata: null,
    ...of,
  });

const placeOf = (id: string, seed: string) => createHash('sha256').update(`${seed}:${id}`).digest('hex');
const inOrder = (ids: readonly string[], seed = 'autumn') =>
  [...ids].sort((a, b) => (placeOf(a, seed) < placeOf(b, seed) ? -1 : 1));

/** Deals the kinds out in turns. */
function spread(ids: readonly string[], count: number, kindOf: (id: string) => string): string[] {
  const kinds = new Map<string, string[]>();
  for (const id of inOrder(ids)) kinds.set(kindOf(id), [...(kinds.get(kindOf(id)) ?? []), id]);
  const drawn: string[] = [];
  while (drawn.length < Math.min(count, ids.length))
    drawn.push(...inOrder([...kinds.values()].flatMap((left) => left.splice(0, 1))).slice(0, count - drawn.length));
  return inOrder(drawn);
}

describe('of all calls', () => {
  it.each(['autumn', 'winter', '', 'größer "x"'])('takes the first by the hash of seed %j and id', async (seed) => {
    const ids = (await addCalls(40)).map(({ id }) => id);
    expect(await draw({ seed })).toEqual({ population: 40, ids: inOrder(ids, seed).slice(0, 10) });
  });

  it('gives all where there are fewer, and none of another account, state, filter or time', async () => {
    const mine = await addCalls(3);
    await addCalls(3, LATER);
    await addAnalyses(dataSource, accountId, [
      { agentId: 'ada', contactId: 'c', createdAt: CREATED, status: 'failed' },
    ]);
    await addAnalyses(dataSource, await addAccount(dataSource), [
      { agentId: 'ada', contactId: 'c', createdAt: CREATED, status: 'completed' },
    ]);
    const [late] = await addCalls(1);
    await dataSource.query('UPDATE analysis SET settled_at = $2 WHERE id = $1', [late?.id, LATER.toISOString()]);
    expect(await draw()).toEqual({ population: 3, ids: inOrder(mine.map(({ id }) => id)) });
    const ofAda = mine.filter(({ agentId }) => agentId === 'ada').map(({ id }) => id);
    const filter = { ...NO_FILTER, accountId, agentId: 'ada' };
    expect(await draw({ filter })).toEqual({ population: 1, ids: ofAda });
    expect(await draw({ filter: { ...filter, status: 'failed' } })).toEqual({ population: 0, ids: [] });
    expect(await draw({ search: 'EN' })).toMatchObject({ population: 1 });
  });

  it('draws the same again after later calls, without those that were deleted', async () => {
    await addCalls(400);
    const { ids } = await draw({ count: 60 });
    await addCalls(2_000, LATER);
    const deleted = ids.filter((_, at) => at % 3 === 0);
    await dataSource.query('DELETE FROM analysis WHERE id = ANY ($1)', [deleted]);
    const again = await draw({ count: 60 });
    const left = ids.filter((id) => !deleted.includes(id));
    expect(again.population).toBe(400 - deleted.length);
    expect(again.ids.slice(0, left.length)).toEqual(left);
  });
});

describe('of each agent and contact', () => {
  it.each(['agent_id', 'contact_id'] as const)('takes the first of each %s', async (per) => {
    const added = await addCalls(50);
    const wanted = AGENTS.flatMap((agent) =>
      inOrder(added.filter(({ agentId }) => agentId === agent).map(({ id }) => id)).slice(0, 4),
    );
    expect(await draw({ per, count: 4 })).toEqual({ population: 50, ids: inOrder(wanted) });
  });

  it('refuses more than an answer can hold', async () => {
    const agents = Array.from({ length: MAX_DRAWN + 1 }, (_, at) => `agent-${at}`);
    const each = agents.map((agentId) => ({
      agentId,
      contactId: 'c',
      createdAt: CREATED,
      status: 'completed' as const,
    }));
    await addAnalyses(dataSource, accountId, each);
    await expect(draw({ per: 'agent_id', count: 1 })).rejects.toThrow(`at most ${MAX_DRAWN} calls`);
  });
});

describe('of strata', () => {
  async function addJudged(n: number, kindOf: (at: number) => 'passed' | 'failed' | null) {
    const scorecardId = await addScorecard(dataSource, accountId);
    const added = await addCalls(n);
    const kinds = new Map(added.map(({ id }, at) => [id, kindOf(at)]));
    const judged = added.flatMap(({ id, agentId }) => {
      const outcome = kinds.get(id) ?? null;
      return outcome ? [{ id, agentId, outcome }] : [];
    });
    const ids = await addEvaluations(
      dataSource,
      accountId,
      judged.map(({ id, agentId, outcome }) => ({
        analysisId: id,
        agentId,
        contactId: 'c',
        scorecardId,
        revision: 1,
        outcome,
        score: 50,
        createdAt: CREATED,
      })),
    );
    return {
      scorecardId,
      added,
      kinds,
      evaluations: judged.map((call, at) => ({ ...call, evaluation: ids[at] ?? '' })),
    };
  }

  it('spreads over the outcomes as evenly as they allow', async () => {
    const { scorecardId, added, kinds } = await addJudged(90, (at) =>
      at % 30 === 0 ? 'failed' : at % 3 ? 'passed' : null,
    );
    const ids = added.map(({ id }) => id);
    for (const count of [2, 7, 20, 89, 100]) {
      const { ids: drawn, population } = await draw({ count, strata: { scorecardId, by: 'outcome' } });
      expect(drawn).toEqual(spread(ids, count, (id) => String(kinds.get(id))));
      expect(population).toBe(90);
    }
    const twenty = await draw({ count: 20, strata: { scorecardId, by: 'outcome' } });
    expect(
      twenty.ids.filter((id) => kinds.get(id) === 'failed'),
      'all that failed',
    ).toHaveLength(3);
  });

  it('spreads over the answers to one question, of each agent', async () => {
    const { scorecardId, added, kinds, evaluations } = await addJudged(60, (at) => (at % 4 ? 'passed' : 'failed'));
    for (const { evaluation, outcome } of evaluations) {
      const answer = outcome === 'passed' ? 'yes' : 'no';
      const given = [`empathy_2:answered:other`, `empathy:answered:${answer}`];
      await dataSource.query('UPDATE evaluation SET given_answers = $2 WHERE id = $1', [evaluation, given]);
    }
    const { ids } = await draw({
      count: 4,
      per: 'agent_id',
      strata: { scorecardId, by: 'answer', question: 'empathy' },
    });
    const wanted = AGENTS.flatMap((agent) => {
      const own = added.filter(({ agentId }) => agentId === agent).map(({ id }) => id);
      return spread(own, 4, (id) => String(kinds.get(id)));
    });
    expect(ids).toEqual(inOrder(wanted));
    const unknown = await draw({ strata: { scorecardId: randomUUID(), by: 'answer', question: 'empathy' } });
    expect(unknown.ids).toEqual(inOrder(added.map(({ id }) => id)).slice(0, 10));
  });
});
