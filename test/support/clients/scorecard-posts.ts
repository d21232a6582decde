// Each POST about scorecards and engine trials that makes something, with a count of what it made.
import type pg from 'pg';
import { heard, storeCall, storeCard, storeRescore } from '../builders/evaluated-calls.js';
import { formWith } from '../builders/published-form.js';
import { enginesOfRules } from '../builders/tried-calls.js';
import { calibrationPosts } from './calibration-posts.js';
import { disputePosts } from './dispute-posts.js';
import type { Owner, PostScenario } from './post-scenario.js';
import { trialPosts } from './trial-posts.js';

/** A process without a worker, and with two engines for trials. */
export const apiSettings = async () => ({ PROCESS: 'api', ENGINES_FILE: await enginesOfRules() });

/**
 * @param open opens an account: each POST has its own, because requests of one account wait for each other's locks
 * @param tag names the card that is made: unique
 */
export async function scorecardPosts(db: pg.Pool, open: () => Promise<Owner>, tag: string): Promise<PostScenario[]> {
  const cardOf = ({ accountId }: Owner) => storeCard(db, accountId, [heard('spoken')]);
  const count = async (statement: string, id: string) =>
    Number((await db.query<{ n: string }>(`SELECT (${statement}) AS n`, [id])).rows[0]?.n);
  return [
    await makingCard(await open(), tag, count),
    await makingDraft(await open(), cardOf, count),
    await publishing(db, await open(), cardOf, count),
    await evaluating(db, await open(), cardOf, count),
    await rescoring(await open(), cardOf, count),
    await canceling(db, await open(), cardOf, count),
    ...(await trialPosts(db, open)),
    ...(await calibrationPosts(db, open)),
    ...(await disputePosts(db, open)),
  ];
}

type CardOf = (owner: Owner) => Promise<string>;
type Count = (statement: string, id: string) => Promise<number>;

const makingCard = async ({ credential }: Owner, tag: string, count: Count): Promise<PostScenario> => ({
  route: '/scorecards',
  path: '/scorecards',
  body: { name: tag },
  credential,
  status: 201,
  countEffects: () => count('SELECT count(*) FROM scorecard WHERE name = $1', tag),
});

async function makingDraft(owner: Owner, cardOf: CardOf, count: Count): Promise<PostScenario> {
  const card = await cardOf(owner);
  return {
    route: '/scorecards/{id}/revisions',
    path: `/scorecards/${card}/revisions`,
    body: formWith({ kind: 'human' }),
    credential: owner.credential,
    status: 201,
    countEffects: () => count('SELECT last_revision - 1 FROM scorecard WHERE id = $1', card),
  };
}

async function publishing(db: pg.Pool, owner: Owner, cardOf: CardOf, count: Count): Promise<PostScenario> {
  const card = await cardOf(owner);
  await db.query("UPDATE scorecard_revision SET status = 'draft' WHERE scorecard_id = $1", [card]);
  await db.query('UPDATE scorecard SET published_revision = NULL WHERE id = $1', [card]);
  return {
    route: '/scorecards/{id}/revisions/{revision}/publish',
    path: `/scorecards/${card}/revisions/1/publish`,
    body: null,
    credential: owner.credential,
    status: 200,
    countEffects: () => count('SELECT published_revision FROM scorecard WHERE id = $1', card),
  };
}

async function evaluating(db: pg.Pool, owner: Owner, cardOf: CardOf, count: Count): Promise<PostScenario> {
  const card = await cardOf(owner);
  return {
    route: '/analysis/{id}/evaluations',
    path: `/analysis/${await storeCall(db, owner.accountId)}/evaluations`,
    body: { scorecard_id: card },
    credential: owner.credential,
    status: 201,
    countEffects: () => count('SELECT count(*) FROM evaluation WHERE scorecard_id = $1', card),
  };
}

async function rescoring(owner: Owner, cardOf: CardOf, count: Count): Promise<PostScenario> {
  const card = await cardOf(owner);
  return {
    route: '/rescores',
    path: '/rescores',
    body: { scorecard_id: card },
    credential: owner.credential,
    status: 201,
    countEffects: () => count('SELECT count(*) FROM rescore WHERE scorecard_id = $1', card),
  };
}

async function canceling(db: pg.Pool, owner: Owner, cardOf: CardOf, count: Count): Promise<PostScenario> {
  const job = await storeRescore(db, owner.accountId, await cardOf(owner), 1);
  return {
    route: '/rescores/{id}/cancel',
    path: `/rescores/${job}/cancel`,
    body: null,
    credential: owner.credential,
    status: 200,
    countEffects: () => count("SELECT count(*) FROM rescore WHERE id = $1 AND status = 'canceled'", job),
  };
}
