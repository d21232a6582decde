// What filters and statistics read of a call is written with its results, by whatever code these are written.
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NO_VERDICTS, type Verdicts } from '../../../src/calls/results/verdicts.js';
import { overrule } from '../../../src/judgement/overrule.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { addAccount, openDataSource } from '../../support/builders/listing-data.js';
import { PIN, RUDE, SYSTEM_RESULTS, storeReviewableCall } from '../../support/builders/reviewable-call.js';

let database: FreshDatabase;
let dataSource: DataSource;
let callId: string;

beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await openDataSource(database.url);
  const db = {
    query: async (text: string, values: unknown[] = []) => ({ rows: await dataSource.query(text, values) }),
  };
  ({ callId } = await storeReviewableCall(
    db as Parameters<typeof storeReviewableCall>[0],
    await addAccount(dataSource),
  ));
});
afterAll(async () => {
  await dataSource?.destroy();
  await database?.drop();
});

const read = async (columns: string) =>
  (await dataSource.query(`SELECT ${columns} FROM analysis WHERE id = $1`, [callId]))[0];

/** Stores the results as persons have overruled them. */
const write = (verdicts: Partial<Verdicts>) =>
  dataSource.query('UPDATE analysis_payload SET results = $2 WHERE analysis_id = $1', [
    callId,
    JSON.stringify(overrule(SYSTEM_RESULTS, { ...NO_VERDICTS, ...verdicts })),
  ]);

it('holds what the service found', async () => {
  const { compliance, quality, coaching } = SYSTEM_RESULTS;
  expect(
    await read('compliance_score, quality_score, effort_score, customer_sentiment, flagged, violations, overruled'),
  ).toEqual({
    compliance_score: compliance.score,
    quality_score: quality.overall_score,
    effort_score: coaching.customer_effort_score,
    customer_sentiment: quality.sentiment_analysis.customer_sentiment,
    flagged: true,
    violations: [PIN.rule, RUDE.rule],
    overruled: false,
  });
  expect(await read('spoken_language, not_assessable')).toEqual({ spoken_language: 'en', not_assessable: 0 });
});

it('follows a person: who agrees changes nothing, who dismisses or overrules does', async () => {
  const upheld = (rule: typeof PIN, is: boolean) => ({ ...rule, upheld: is, reviewId: 'r' });
  await write({ violations: [upheld(PIN, true), upheld(RUDE, true)] });
  expect(await read('flagged, violations, overruled')).toEqual({
    flagged: false,
    violations: [PIN.rule, RUDE.rule],
    overruled: false,
  });
  await write({ violations: [upheld(PIN, false)] });
  expect(await read('flagged, violations, overruled')).toEqual({
    flagged: true,
    violations: [RUDE.rule],
    overruled: true,
  });
  const say = (answer: 'yes' | 'no') => ({ 'quality.greeting': { answer, citations: [], reviewId: 'r' } });
  await write({ findings: say('yes') });
  expect(await read('overruled')).toEqual({ overruled: false });
  await write({ findings: say('no') });
  expect(await read('overruled')).toEqual({ overruled: true });
});

it('takes the team from the metadata of the client, and the rest from results of an earlier release', async () => {
  await dataSource.query(`UPDATE analysis SET custom_metadata = '{"team":"blue","seat":4}' WHERE id = $1`, [callId]);
  await dataSource.query(
    `UPDATE analysis_payload SET results = '{}', transcript = '{"language":"de"}' WHERE analysis_id = $1`,
    [callId],
  );
  expect(
    await read(
      'spoken_language, team, compliance_score, customer_sentiment, flagged, violations, not_assessable, overruled',
    ),
  ).toEqual({
    spoken_language: 'de',
    team: 'blue',
    compliance_score: null,
    customer_sentiment: null,
    flagged: false,
    violations: [],
    not_assessable: 0,
    overruled: false,
  });
});
