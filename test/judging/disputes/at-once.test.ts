// Disputes, reviews and acknowledgements of one call at the same time.
import { expect, it } from 'vitest';
import { casesOf } from '../../gates/cases-of.js';
import { setUpDisputes } from '../../support/apps/disputing-service.js';
import type { TestService } from '../../support/apps/running-service.js';
import {
  REVIEWED_FORM,
  type ReviewableCall,
  storeEvaluation,
  storeReviewableCall,
} from '../../support/builders/reviewable-call.js';
import { type DisputeRequests } from '../../support/clients/dispute-requests.js';
import { type Ask } from '../../support/clients/interface-client.js';

let service: TestService;
let accountId: string;
let ask: Ask;
let call: ReviewableCall;
let at: DisputeRequests;

setUpDisputes((given) => {
  ({ service, accountId, ask, call, at } = given);
});

const RUNS = casesOf(500, 40);
it(`loses none of ${RUNS} disputes and reviews at once, in one order`, async () => {
  const other = await storeReviewableCall(service.db, accountId);
  const whose = { accountId, callId: call.callId, cardId: other.cardId };
  const second = await storeEvaluation(service.db, whose, REVIEWED_FORM, 'notice=yes offer=no');
  const evaluations = [call.evaluationId, second];
  const of = (run: number) => evaluations[run % 2] ?? second;
  const answers = (run: number, evaluation_id: string) => [
    { evaluation_id, question: 'offer', answer: run % 3 === 0 ? 'yes' : 'no' },
  ];
  const made = { disputes: 0, reviews: 0, resolved: 0 };
  for (let run = 0; run < RUNS; run++) {
    const open = (await ask('/disputes?status=open')).body.items;
    const contest = async (evaluationId: string) => {
      const json = { raised_by: 'agent-7', answers: [{ question: 'solved', claim: 'yes', note: 'It was.' }] };
      const answer = await ask(`/evaluations/${evaluationId}/disputes`, { json });
      if (answer.status === 201) made.disputes++;
      else await expect(answer).toAnswer(400, { detail: 'A dispute of this evaluation is open' });
    };
    const review = async (evaluationId: string) => {
      const json = { reviewer_id: `r-${run}`, answers: answers(run, evaluationId) };
      await expect(await ask(`/analysis/${call.callId}/reviews`, { json })).toAnswer(201);
      made.reviews++;
    };
    const decide = async (id: string, reviewer_id: string) => {
      const answer = await at.resolve(id, { reviewer_id, answers: [{ question: 'solved', answer: 'na' }] });
      if (answer.status === 200) made.resolved++;
      else await expect(answer).toAnswer(400, { detail: 'The dispute is resolved' });
    };
    await Promise.all([
      contest(of(run)),
      contest(of(run)),
      review(of(run + 1)),
      review(of(run)),
      at.acknowledge({ agent_id: 'agent-7', note: `run ${run}` }),
      ...open.flatMap(({ id }: { id: string }) => [decide(id, `d-${run}`), decide(id, `e-${run}`)]),
    ]);
  }
  expect(made.resolved).toBeGreaterThan(RUNS / 2);
  const written = (await ask('/disputes?limit=1')).body.total;
  const open = (await ask('/disputes?status=open')).body;
  expect(written).toBe(made.disputes);
  expect(written - open.total).toBe(made.resolved);
  const all = (await ask(`/analysis/${call.callId}/reviews?limit=100`)).body;
  expect(all.total).toBe(made.reviews + made.resolved);
  const inQueue = (await at.queue(`?analysis_id=${call.callId}`)).items.flatMap(
    (item: { doubts: { subject: string }[] }) => item.doubts.map(({ subject }) => subject),
  );
  expect(inQueue.toSorted()).toEqual(open.items.map(({ id }: { id: string }) => id).toSorted());
  // The newest review in the list is the one in effect.
  for (const evaluationId of evaluations) {
    const { body } = await ask(`/evaluations/${evaluationId}`);
    const newest = all.items
      .flatMap(
        ({ answers: given }: { answers: { evaluation_id: string; question: string; answer: string }[] }) => given,
      )
      .find((given: { evaluation_id: string; question: string }) => {
        return given.evaluation_id === evaluationId && given.question === 'offer';
      });
    expect(body.answers[1].answer).toBe(newest.answer);
    expect(body).toMatchObject({ acknowledged: evaluationId === call.evaluationId ? {} : null });
  }
});
