// Reviews whose transcript changes while their quotations are checked: they are checked again, a few times.
import { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { CheckQuotes } from '../../../../src/judging/reviews/reviewing/check-quotes.js';
import type { GivenReview } from '../../../../src/judging/reviews/reviewing/given-review.js';
import { WriteReview } from '../../../../src/judging/reviews/reviewing/write-review.js';
import { TypedTexts } from '../../../../src/judging/reviews/typed-texts.js';
import { loadConfig } from '../../../../src/platform/config/config.js';
import type { Caller } from '../../../../src/platform/http/access/caller.js';
import { nothingBeforeCommit } from '../../../../src/platform/http/idempotency/store-response.js';
import { ReviewedEvaluations } from '../../../../src/scorecards/evaluations/reviewed-evaluations.js';
import { Deliveries } from '../../../../src/webhooks/deliveries.service.js';
import { type FreshDatabase, freshDatabase } from '../../../support/apps/backing.js';
import { addAccount, openDataSource } from '../../../support/builders/listing-data.js';
import { ownerOf } from '../../../support/builders/principals.js';
import { storeReviewableCall } from '../../../support/builders/reviewable-call.js';

let database: FreshDatabase;
let dataSource: DataSource;
let db: Pool;
let caller: Caller;
let callId: string;

beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await openDataSource(database.url);
  db = new Pool({ connectionString: database.url });
});
afterAll(async () => {
  await db?.end();
  await dataSource?.destroy();
  await database?.drop();
});
beforeEach(async () => {
  const accountId = await addAccount(dataSource);
  ({ callId } = await storeReviewableCall(db, accountId));
  caller = {
    accountId,
    livemode: true,
    principal: ownerOf(accountId),
    confirm: async () => undefined,
    isGood: async () => true,
  };
});

const GIVEN: GivenReview = {
  reviewerId: 'mara',
  note: null,
  findings: [{ finding: 'compliance.identity_verification', answer: 'no', note: null, quotes: [] }],
  violations: [],
  answers: [],
};

/** The first `stale` checks see a transcript that is another one by the time of the transaction. */
function reviewing(stale: number) {
  let checks = 0;
  const quotes: Pick<CheckQuotes, 'check'> = {
    check: async () => {
      checks += 1;
      const { rows } = await db.query(
        'SELECT transcript_version AS version, maskings FROM analysis_payload WHERE analysis_id = $1',
        [callId],
      );
      const [{ version, maskings }] = rows;
      const seen = checks <= stale ? version + 1 : version;
      return { state: { version: seen, maskings }, found: { ofFindings: [[]], ofAnswers: [] } };
    },
  };
  const deliveries: Pick<Deliveries, 'recordEvent' | 'enqueue'> = {
    recordEvent: async () => [],
    enqueue: async () => undefined,
  };
  const review = new WriteReview(
    dataSource,
    Object.assign(Object.create(CheckQuotes.prototype), quotes),
    Object.assign(Object.create(TypedTexts.prototype), {
      mask: async (_: string, __: string, texts: unknown[]) => texts,
    }),
    Object.assign(Object.create(ReviewedEvaluations.prototype), { decide: async () => undefined }),
    Object.assign(Object.create(Deliveries.prototype), deliveries),
    loadConfig({ JWT_SECRET: 'a secret of the tests that is long enough for HMAC' }),
  );
  return { review, checks: () => checks };
}

const stored = async () => {
  const { rows } = await db.query(
    `SELECT (SELECT count(*)::int FROM review WHERE analysis_id = $1) AS reviews,
       (SELECT reviewed FROM analysis WHERE id = $1) AS reviewed,
       (SELECT verdicts IS NOT NULL FROM analysis_payload WHERE analysis_id = $1) AS decided`,
    [callId],
  );
  return rows[0];
};

it('checks the quotations again where the transcript has changed, and then writes the review once', async () => {
  const { review, checks } = reviewing(2);
  await review.write(caller, callId, GIVEN, nothingBeforeCommit);
  expect(checks(), 'checks').toBe(3);
  expect(await stored()).toEqual({ reviews: 1, reviewed: true, decided: true });
});

it('gives up after some checks, with nothing written', async () => {
  const { review, checks } = reviewing(Number.POSITIVE_INFINITY);
  await expect(review.write(caller, callId, GIVEN, nothingBeforeCommit)).rejects.toMatchObject({ status: 503 });
  await expect(review.tryOut(caller, callId, GIVEN)).rejects.toMatchObject({ status: 503 });
  expect(checks(), 'checks of both').toBe(10);
  expect(await stored()).toEqual({ reviews: 0, reviewed: false, decided: false });
});

it('takes back what it has only tried out, and gives the connection back', async () => {
  const { review } = reviewing(1);
  // More often than the pool has connections.
  for (let times = 0; times < 20; times += 1) {
    const { scores } = (await review.tryOut(caller, callId, GIVEN)).review;
    expect(JSON.parse(scores).after.compliance).toBe(30);
  }
  expect(await stored()).toEqual({ reviews: 0, reviewed: false, decided: false });
});
