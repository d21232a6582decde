// Lists of evaluations against a plain filter over all of them, and the counters against a recount, whatever is written.
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryRows } from '../../../src/platform/database/sql.js';
import { type EvaluationFilter, findEvaluations } from '../../../src/scorecards/evaluations/evaluation-page.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import {
  addCompletedCalls,
  addEvaluations,
  addScorecard,
  type StoredEvaluation,
} from '../../support/builders/evaluation-data.js';
import { addAccount, openDataSource } from '../../support/builders/listing-data.js';
import { Random } from '../../support/builders/random.js';

const OUTCOMES = ['passed', 'failed', 'auto_failed', 'needs_review', 'not_assessable'] as const;
const ROWS = 3_000;
const DAY_MS = 86_400_000;
const END = Date.parse('2026-11-20T10:00:00Z');

let database: FreshDatabase;
let dataSource: DataSource;
let accountId: string;
let cards: string[];
let rows: (StoredEvaluation & { readonly id: string; readonly reviewed: boolean; readonly livemode: boolean })[];

beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await openDataSource(database.url);
  accountId = await addAccount(dataSource);
  const forms = [1, 2].map(() => ({ language: null, pass_mark: null, min_coverage: 0.5, sections: [] }));
  cards = await Promise.all([1, 2, 3].map(() => addScorecard(dataSource, accountId, { forms })));
  rows = await fill(accountId, ROWS, new Random(1));
  await supersede(new Random(4));
  // Of another account, which no list may show.
  await fill(await addAccount(dataSource), 20, new Random(2));
});

afterAll(async () => {
  await dataSource?.destroy();
  await database?.drop();
});

/** One in eight is of a transcript that was corrected since: no list shows it, and nothing counts it. */
async function supersede(random: Random): Promise<void> {
  const superseded = new Set(rows.filter(() => random.below(8) === 0).map(({ id }) => id));
  await dataSource.query('UPDATE evaluation SET superseded = true WHERE id = ANY($1)', [[...superseded]]);
  rows = rows.filter(({ id }) => !superseded.has(id));
}

async function fill(owner: string, count: number, random: Random): Promise<typeof rows> {
  const [call] = await addCompletedCalls(dataSource, owner, [{ agentId: 'x', contactId: 'x' }]);
  if (!call) throw new Error('One call was added');
  const made = Array.from({ length: count }, (_, i) => evaluationOf(call, i / count, random));
  const ids = await addEvaluations(dataSource, owner, made);
  const filled = made.map((one, index) => ({
    ...one,
    id: ids[index] ?? '',
    reviewed: random.below(8) === 0,
    livemode: random.below(6) > 0,
  }));
  const reviewed = filled.flatMap((one) => (one.reviewed ? [one.id] : []));
  await dataSource.query('UPDATE evaluation SET reviewed = true WHERE id = ANY($1)', [reviewed]);
  const ofTest = filled.flatMap((one) => (one.livemode ? [] : [one.id]));
  await dataSource.query('UPDATE evaluation SET livemode = false WHERE id = ANY($1)', [ofTest]);
  return filled;
}

/** Three months, many at the same instant; the third scorecard in the oldest weeks alone. */
function evaluationOf(analysisId: string, age: number, random: Random): StoredEvaluation {
  const outcome = random.below(20) === 0 ? null : random.of(OUTCOMES);
  return {
    analysisId,
    agentId: `agent-${random.below(4)}`,
    contactId: `contact-${random.below(50)}`,
    scorecardId: cards[age > 0.9 ? 2 : random.below(2)] ?? '',
    revision: 1 + random.below(2),
    outcome,
    score: outcome === null || outcome === 'not_assessable' ? null : random.below(101),
    createdAt: new Date(END - Math.floor(age * 500) * ((90 * DAY_MS) / 500)),
  };
}

const everything = (): EvaluationFilter => ({
  accountId,
  sight: null,
  scorecardId: null,
  revision: null,
  agentId: null,
  contactId: null,
  outcome: null,
  scoreMin: null,
  scoreMax: null,
  from: null,
  until: null,
  reviewed: null,
  livemode: null,
});

function passes(one: (typeof rows)[number], filter: EvaluationFilter): boolean {
  const { scorecardId, revision, agentId, contactId, outcome, scoreMin, scoreMax, from, until, reviewed, livemode } =
    filter;
  return (
    (reviewed === null || one.reviewed === reviewed) &&
    (livemode === null || one.livemode === livemode) &&
    (scorecardId === null || one.scorecardId === scorecardId) &&
    (revision === null || one.revision === revision) &&
    (agentId === null || one.agentId === agentId) &&
    (contactId === null || one.contactId === contactId) &&
    (outcome === null || one.outcome === outcome) &&
    (scoreMin === null || (one.score !== null && one.score >= scoreMin)) &&
    (scoreMax === null || (one.score !== null && one.score <= scoreMax)) &&
    (from === null || one.createdAt >= from) &&
    (until === null || one.createdAt < until)
  );
}

const newestFirst = (left: { createdAt: Date; id: string }, right: { createdAt: Date; id: string }) =>
  right.createdAt.getTime() - left.createdAt.getTime() || (right.id < left.id ? -1 : 1);

function randomFilter(random: Random): EvaluationFilter {
  const sometimes = <Value>(value: () => Value) => (random.below(3) === 0 ? value() : null);
  // Often at the border of a day or a month.
  const moment = () => {
    const at = END - random.below(95 * 24) * 3_600_000;
    return new Date(random.below(2) === 0 ? at : Math.floor(at / DAY_MS) * DAY_MS);
  };
  return {
    ...everything(),
    scorecardId: sometimes(() => random.of(cards)),
    revision: sometimes(() => 1 + random.below(3)),
    agentId: random.below(5) === 0 ? `agent-${random.below(5)}` : null,
    contactId: random.below(5) === 0 ? `contact-${random.below(60)}` : null,
    outcome: sometimes(() => random.of(OUTCOMES)),
    scoreMin: sometimes(() => random.below(101)),
    scoreMax: sometimes(() => random.below(101)),
    from: sometimes(moment),
    until: sometimes(moment),
    reviewed: sometimes(() => random.below(3) === 0),
    livemode: sometimes(() => random.below(3) > 0),
  };
}

async function expectAsFiltered(filter: EvaluationFilter, range: { skip: number; limit: number }): Promise<void> {
  const wanted = rows.filter((one) => passes(one, filter)).sort(newestFirst);
  const ids = wanted.slice(range.skip, range.skip + range.limit).map(({ id }) => id);
  const found = await findEvaluations(dataSource, filter, range);
  expect({ filter, range, ...found }).toEqual({ filter, range, ids, total: wanted.length });
}

async function expectRightCounters(): Promise<void> {
  const key = `account_id, span, start::text, scorecard_id, revision, outcome, score`;
  const kept = await queryRows(
    dataSource,
    `SELECT ${key}, n::int FROM evaluation_kind_count ORDER BY 1, 2, 3, 4, 5, 6, 7`,
  );
  const recounted = await queryRows(
    dataSource,
    `SELECT account_id, span, date_trunc(span, created_at AT TIME ZONE 'UTC')::date::text AS start, scorecard_id, revision,
       coalesce(outcome, '') AS outcome, coalesce(score, -1::smallint) AS score, count(*)::int AS n
     FROM evaluation CROSS JOIN (VALUES ('month'), ('day')) AS spans (span)
     WHERE NOT superseded GROUP BY 1, 2, 3, 4, 5, 6, 7
     ORDER BY 1, 2, 3, 4, 5, 6, 7`,
  );
  expect(kept).toEqual(recounted);
}

describe('a list of evaluations', () => {
  it('is right for three hundred filters drawn at random', async () => {
    const random = new Random(3);
    for (let i = 0; i < 300; i++) {
      await expectAsFiltered(randomFilter(random), {
        skip: random.below(4) * random.below(200),
        limit: 1 + random.below(100),
      });
    }
  });

  it('is right at any depth, also where it is longer than what is gathered', async () => {
    for (let skip = 0; skip <= ROWS + 100; skip += 97) {
      await expectAsFiltered(everything(), { skip, limit: 20 });
      await expectAsFiltered({ ...everything(), reviewed: false }, { skip, limit: 20 });
      await expectAsFiltered({ ...everything(), livemode: true }, { skip, limit: 20 });
    }
  });

  it('finds what was made within one day, and nothing in a time that ends before it begins', async () => {
    const from = new Date(END - DAY_MS / 2);
    await expectAsFiltered({ ...everything(), from, until: new Date(END - 1000) }, { skip: 0, limit: 100 });
    await expectAsFiltered({ ...everything(), from, until: new Date(END - 40 * DAY_MS) }, { skip: 0, limit: 100 });
  });
});

describe('the counters of evaluations', () => {
  it('follow what is settled, answered in person, superseded, and deleted', async () => {
    await expectRightCounters();
    await dataSource.query(
      `UPDATE evaluation SET status = 'completed', outcome = 'failed', score = 12, settled_at = now()
       WHERE account_id = $1 AND status = 'processing'`,
      [accountId],
    );
    await expectRightCounters();
    await dataSource.query('UPDATE evaluation SET score = 100 - score WHERE score < 20');
    await expectRightCounters();
    await dataSource.query('UPDATE evaluation SET superseded = NOT superseded WHERE score BETWEEN 30 AND 60');
    await expectRightCounters();
    await dataSource.query('DELETE FROM evaluation WHERE score > 90');
    await expectRightCounters();
    await dataSource.query('DELETE FROM analysis WHERE account_id <> $1', [accountId]);
    await expectRightCounters();
    await dataSource.query('DELETE FROM account WHERE id = $1', [accountId]);
    await expectRightCounters();
    expect(await queryRows(dataSource, 'SELECT 1 FROM evaluation_kind_count')).toEqual([]);
  });
});
