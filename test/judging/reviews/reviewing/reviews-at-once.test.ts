// Reviews of one call against a computation from scratch: what is in force is what its list says, whatever happened in between
// and however many were sent at once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResultsResponse } from '../../../../src/calls/results/analysis-results.response.js';
import { FINDING_PATHS, NO_VERDICTS, type Verdicts } from '../../../../src/calls/results/verdicts.js';
import { overrule } from '../../../../src/judgement/overrule.js';
import { mergeVerdicts } from '../../../../src/judging/reviews/reviewing/merge-verdicts.js';
import { computeFigures } from '../../../../src/scorecards/answers/figures.js';
import type { ReviewedAnswer } from '../../../../src/scorecards/answers/reviewed-answer.js';
import { GIVEN_ANSWERS, type ReviewResponse, WITHDRAW } from '../../../../src/wire/review.response.js';
import { casesOf } from '../../../gates/cases-of.js';
import { writtenAnswers } from '../../../scorecards/written-forms.js';
import { type Account, startTestService, type TestService } from '../../../support/apps/running-service.js';
import { Random } from '../../../support/builders/random.js';
import {
  PIN,
  REVIEWED_FORM,
  type ReviewableCall,
  RUDE,
  SYSTEM_RESULTS,
  storeEvaluation,
  storeReviewableCall,
} from '../../../support/builders/reviewable-call.js';
import { until } from '../../../support/processes/until.js';

const HISTORIES = casesOf(60, 12);
const AT_ONCE = casesOf(500, 100);

let service: TestService;
let account: Account;
let accountId: string;

beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api', RATE_LIMIT_DEFAULT: '1000000', DATABASE_POOL_SIZE: '6' });
  account = await service.openAccount();
  const { rows } = await service.db.query('SELECT id FROM account WHERE email = $1', [account.email]);
  accountId = rows[0].id;
});
afterAll(() => service?.stop());

async function send(method: string, path: string, json?: object, credential = account.accessToken) {
  const response = await fetch(`${service.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${credential}`, ...(json && { 'content-type': 'application/json' }) },
    ...(json && { body: JSON.stringify(json) }),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

interface ReviewedCall extends ReviewableCall {
  /** Ids and the answers of their judges, as `written-forms.ts` says. */
  readonly evaluations: Map<string, string>;
}

async function storeCall(): Promise<ReviewedCall> {
  const call = await storeReviewableCall(service.db, accountId);
  return { ...call, evaluations: new Map([[call.evaluationId, 'notice=yes offer=no']]) };
}

function randomReview(random: Random, { evaluations }: ReviewedCall) {
  const some = <Item>(items: readonly Item[]) => items.filter(() => random.below(3) === 0);
  return {
    reviewer_id: `r${random.below(3)}`,
    findings: some(FINDING_PATHS).map((finding) => ({
      finding,
      answer: random.of(GIVEN_ANSWERS),
      ...(random.below(4) === 0 && { quotes: [{ segment_id: 2, quote: 'What is your date of birth' }] }),
    })),
    violations: some([PIN, RUDE]).map(({ rule, segmentId }) => ({
      rule,
      segment_id: segmentId,
      upheld: random.of([true, false, null]),
    })),
    // `offer` applies to some of these calls only, at some times: another test has it.
    answers: [...evaluations.keys()].flatMap((evaluation_id) =>
      some(['notice', 'solved']).map((question) => ({
        evaluation_id,
        question,
        answer: random.of(['yes', 'no', 'na', WITHDRAW]),
      })),
    ),
  };
}

async function reviewsOf({ callId }: ReviewableCall): Promise<ReviewResponse[]> {
  const items: ReviewResponse[] = [];
  for (;;) {
    const { body } = await send('GET', `/analysis/${callId}/reviews?limit=100&skip=${items.length}`);
    items.push(...body.items);
    if (body.items.length === 0) return items;
  }
}

/** The call and its evaluations as its list of reviews says that they must be. */
async function expectFromScratch(call: ReviewedCall): Promise<void> {
  const reviews = (await reviewsOf(call)).reverse();
  let verdicts: Verdicts = NO_VERDICTS;
  let results: ResultsResponse = SYSTEM_RESULTS;
  const scores = () => ({ compliance: results.compliance.score, quality: results.quality.overall_score });
  for (const { id, findings, violations, ...review } of reviews) {
    const before = scores();
    const given = violations.map(({ segment_id: segmentId, ...violation }) => ({ ...violation, segmentId }));
    verdicts = mergeVerdicts(
      verdicts,
      { findings: findings.map((one) => ({ ...one, quotes: [] })), violations: given },
      { ofFindings: [] },
      id,
    );
    results = overrule(SYSTEM_RESULTS, verdicts);
    expect(review.scores, 'the scores that a review tells of').toEqual({ before, after: scores() });
  }
  const { body: shown } = await send('GET', `/analysis/${call.callId}`);
  expect({ compliance: shown.results.compliance.score, quality: shown.results.quality.overall_score }).toEqual(
    scores(),
  );
  for (const path of FINDING_PATHS) {
    const [part, name] = path.split('.') as ['compliance' | 'quality', string];
    const withoutQuotes = ({ citations: _, evidence: __, system: ___, ...finding }: Record<string, unknown>) => finding;
    const wanted = (results[part] as unknown as Record<string, Record<string, unknown>>)[name]!;
    expect(withoutQuotes(shown.results[part][name]), path).toEqual(withoutQuotes(wanted));
  }
  for (const [evaluationId, answers] of call.evaluations) {
    const judged: ReviewedAnswer[] = writtenAnswers(answers);
    for (const { key } of REVIEWED_FORM.sections.flatMap(({ questions }) => questions)) {
      const last = reviews
        .flatMap((review) => review.answers)
        .findLast((one) => one.evaluation_id === evaluationId && one.question === key);
      if (!last || last.answer === WITHDRAW) continue;
      const own = judged.find(({ question }) => question === key) ?? writtenAnswers(`${key}=@x`)[0]!;
      const review = { answer: last.answer, rationale: '', reviewerId: null };
      judged.splice(judged.indexOf(own), judged.includes(own) ? 1 : 0);
      judged.push({ ...own, review });
    }
    const { score, outcome, coverage } = computeFigures(REVIEWED_FORM, judged, null);
    const { body } = await send('GET', `/evaluations/${evaluationId}`);
    expect({ score: body.score, outcome: body.outcome, coverage: body.coverage }).toEqual({ score, outcome, coverage });
  }
}

describe('reviews of a call', () => {
  it('leave what a computation from scratch gives, after random histories of reviews, withdrawals and rescores', async () => {
    const random = new Random(45);
    for (let history = 0; history < HISTORIES; history++) {
      const call = await storeCall();
      const steps = 2 + random.below(6);
      for (let step = 0; step < steps; step++) {
        if (random.below(5) === 0) {
          const answers = random.of(['notice=no offer=yes', 'notice=yes offer=yes', 'notice=?']);
          const id = await storeEvaluation(service.db, { ...call, accountId }, REVIEWED_FORM, answers);
          call.evaluations.set(id, answers);
        } else {
          const { status, body } = await send('POST', `/analysis/${call.callId}/reviews`, randomReview(random, call));
          expect({ status, detail: body.detail }).toEqual({ status: 201, detail: undefined });
        }
      }
      await expectFromScratch(call);
      if (random.below(3) > 0) continue;
      await send('DELETE', `/analysis/${call.callId}`);
      const left = await service.db.query('SELECT 1 FROM review WHERE analysis_id = $1', [call.callId]);
      expect(left.rows, 'reviews of a deleted call').toEqual([]);
    }
  });

  it('take effect in one order, hundreds at once, and leave the database connections to others', async () => {
    const call = await storeCall();
    const random = new Random(500);
    const other = await service.openAccount();
    const holder = await service.db.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM analysis WHERE id = $1 FOR UPDATE', [call.callId]);
    const sent = Array.from({ length: AT_ONCE }, () =>
      send('POST', `/analysis/${call.callId}/reviews`, randomReview(random, call)),
    );
    const waiting = async () => {
      const { rows } = await service.db.query(
        `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows[0].n;
    };
    await until(async () => (await waiting()) > 0, 'a review to wait for the call');
    expect((await send('GET', '/analysis', undefined, other.accessToken)).status, 'the list of another account').toBe(
      200,
    );
    await holder.query('COMMIT');
    holder.release();
    const answers = await Promise.all(sent);
    await expect(answers).toAnswerEach(201);
    const listed = await reviewsOf(call);
    expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(answers.map(({ body }) => body.id)));
    expect(listed, 'reviews that are listed').toHaveLength(AT_ONCE);
    await expectFromScratch(call);
  });

  it('cost the ten thousandth what the first did', async () => {
    const call = await storeCall();
    await send('POST', `/analysis/${call.callId}/reviews`, randomReview(new Random(1), call));
    await service.db.query(
      `INSERT INTO review (id, account_id, analysis_id, created_at, livemode, transcript_version, agent_id, reviewer_id, via,
         principal_id, findings, violations, answers, scores)
       SELECT gen_random_uuid(), account_id, analysis_id, created_at, livemode, 1, agent_id, reviewer_id, via, principal_id, findings,
         violations, answers, scores FROM review, generate_series(1, 10000) WHERE analysis_id = $1`,
      [call.callId],
    );
    await service.db.query('ANALYZE review');
    // Of the reviews before it, one alone is looked at: for the order.
    const { rows } = await service.db.query(
      'EXPLAIN (ANALYZE, FORMAT JSON) SELECT max(created_at) FROM review WHERE analysis_id = $1',
      [call.callId],
    );
    const scans = JSON.stringify(rows[0]['QUERY PLAN']).match(
      /"Index Name":"review_analysis_idx".*?"Actual Rows":[\d.]+/g,
    );
    expect(scans, 'scans of the index').toHaveLength(1);
    expect(Number(scans?.[0]?.split(':').at(-1)), 'index entries read').toBe(1);
    const inForce = async () => {
      const found = await service.db.query('SELECT verdicts FROM analysis_payload WHERE analysis_id = $1', [
        call.callId,
      ]);
      return String(found.rows[0].verdicts).length;
    };
    const all = {
      reviewer_id: 'r',
      findings: FINDING_PATHS.map((finding) => ({ finding, answer: 'yes' })),
      violations: [PIN, RUDE].map(({ rule, segmentId }) => ({ rule, segment_id: segmentId, upheld: false })),
    };
    await send('POST', `/analysis/${call.callId}/reviews`, all);
    const before = await inForce();
    for (let i = 0; i < 5; i++) await expect(await send('POST', `/analysis/${call.callId}/reviews`, all)).toAnswer(201);
    expect(await inForce(), 'characters of what is in force').toBe(before);
    const { body } = await send('GET', `/analysis/${call.callId}/reviews`);
    expect(body.items, 'reviews of the first page').toHaveLength(20);
    expect(body.total, 'counted reviews').toBe(10_000);
  });

  it('wait for the deletion of their call, and are then refused', async () => {
    const call = await storeCall();
    const holder = await service.db.connect();
    await holder.query('BEGIN');
    await holder.query('DELETE FROM analysis WHERE id = $1', [call.callId]);
    const sent = send('POST', `/analysis/${call.callId}/reviews`, { reviewer_id: 'r', note: 'x' });
    const isWaiting = async () => {
      const { rows } = await service.db.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    };
    await until(isWaiting, 'the review to wait for the deletion');
    await holder.query('COMMIT');
    holder.release();
    expect(await sent).toEqual({ status: 404, body: { detail: 'Analysis not found' } });
  });

  it('are taken while their scorecard is archived', async () => {
    const call = await storeCall();
    await service.db.query('UPDATE scorecard SET archived_at = now() WHERE id = $1', [call.cardId]);
    const answers = [{ evaluation_id: call.evaluationId, question: 'notice', answer: 'no' }];
    await expect(await send('POST', `/analysis/${call.callId}/reviews`, { reviewer_id: 'r', answers })).toAnswer(201);
    await expectFromScratch(call);
  });
});
