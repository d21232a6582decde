// Calls and evaluations of an earlier release are counted by the migrations, as the triggers would have counted them.
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CallFacets1790000054300 } from '../../../src/platform/database/migrations/1790000054300-call-facets.js';
import { JudgedCalls1790000054320 } from '../../../src/platform/database/migrations/1790000054320-judged-calls.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { addEvaluations, addScorecard, NO_FORM } from '../../support/builders/evaluation-data.js';
import { addAccount, addAnalyses, countersAndRecount, openDataSource } from '../../support/builders/listing-data.js';

let database: FreshDatabase;
let dataSource: DataSource;

beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await openDataSource(database.url);
});
afterAll(async () => {
  await dataSource?.destroy();
  await database?.drop();
});

const judgedCalls = () => dataSource.query('SELECT * FROM analysis_scorecard ORDER BY analysis_id, scorecard_id');

it('counts calls that were there before the triggers, and the newest evaluation of each', async () => {
  const accountId = await addAccount(dataSource);
  const scorecardId = await addScorecard(dataSource, accountId, { forms: [NO_FORM, NO_FORM] });
  const ids = await addAnalyses(
    dataSource,
    accountId,
    // More than one batch of judged calls.
    Array.from({ length: 1_200 }, (_, at) => ({
      agentId: 'a',
      contactId: 'c',
      status: 'completed',
      facts: {
        direction: at % 3 === 0 ? 'inbound' : null,
        spoken_language: 'de',
        flagged: at % 2 === 0,
        violations: at % 5 === 0 ? ['rude', 'rude', 'pin_requested'] : [],
        compliance_score: at % 101,
        quality_score: null,
        duration_ms: at * 10,
        call_started_at: new Date(Date.UTC(2026, 0, 1, at)),
        custom_metadata: { team: `team-${at % 3}`, seat: at },
      },
    })),
  );
  await addEvaluations(
    dataSource,
    accountId,
    [1, 2].flatMap((revision) =>
      ids.map((analysisId, at) => ({
        analysisId,
        agentId: 'a',
        contactId: 'c',
        scorecardId,
        revision,
        outcome: revision === 2 && at % 4 === 0 ? null : 'passed',
        score: revision === 2 && at % 4 === 0 ? null : (at + revision) % 101,
        createdAt: new Date(Date.UTC(2026, 0, revision)),
      })),
    ),
  );
  const before = { judged: await judgedCalls(), ...(await countersAndRecount(dataSource)) };
  expect(before.judged, 'judged calls').toHaveLength(ids.length);
  expect(before.counters).toEqual(before.recounted);

  const runner = dataSource.createQueryRunner();
  // As a run that was killed leaves them.
  await runner.query('DELETE FROM analysis_entry; UPDATE analysis_facet_count SET n = n + 1');
  await new CallFacets1790000054300().up(runner);
  await new JudgedCalls1790000054320().up(runner);
  await runner.release();
  expect({ judged: await judgedCalls(), ...(await countersAndRecount(dataSource)) }).toEqual(before);
});
