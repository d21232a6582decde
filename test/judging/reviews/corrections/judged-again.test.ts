// A completed call that the model could not finish to judge is started again: it is judged from the transcript that it has.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeCall } from '../../../../src/judgement/judge-call.js';
import type { NotJudgedReason } from '../../../../src/ports/call-analyst.js';
import { type CorrectingService, startCorrectingService } from '../../../support/apps/correcting-service.js';
import { until } from '../../../support/apps/running-service.js';
import { heard, readEvaluation, storeCard, storeOrder } from '../../../support/builders/evaluated-calls.js';
import { CLEAR_TRANSCRIPT } from '../../../support/builders/judged-call.js';
import { Gate } from '../../../support/processes/gate.js';
import { completeWith, type StubAnswer } from '../../../support/stubs/openai-stub.js';
import { startWebhookReceiver, type WebhookReceiver } from '../../../support/stubs/webhook-receiver.js';

let fault: StubAnswer | null = null;
const analyst = new Gate();
let receiver: WebhookReceiver;
let at: CorrectingService;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  at = await startCorrectingService(async () => {
    await analyst.pass();
    return fault;
  });
});
afterAll(async () => {
  analyst.open();
  await at?.close();
  await receiver?.close();
});

/** A stored call whose judgement ended for this reason. */
async function callWithout(reason: NotJudgedReason | null = 'unusable_answer'): Promise<string> {
  const id = await at.store({ webhookUrl: receiver.url });
  const judged = { transcript: CLEAR_TRANSCRIPT, report: null, notJudged: reason, outputLanguage: null };
  const { db } = at.service;
  await db.query("UPDATE analysis SET webhook_events = '{analysis.completed}' WHERE id = $1", [id]);
  if (reason !== null)
    await db.query('UPDATE analysis_payload SET results = $2 WHERE analysis_id = $1', [
      id,
      JSON.stringify(judgeCall(judged)),
    ]);
  return id;
}
const read = async (id: string) => (await at.send('GET', `/analysis/${id}`)).body;
const retry = (id: string) => at.send('POST', `/analysis/${id}/retry`);
const judgedAgain = (id: string) =>
  until(async () => {
    const found = await at.service.db.query(
      "SELECT 1 FROM correction WHERE analysis_id = $1 AND status = 'processing'",
      [id],
    );
    return found.rows.length === 0 && read(id);
  }, `the judgement of ${id}`);
const toldOf = (id: string) =>
  receiver.received.map(({ body }) => JSON.parse(body)).filter(({ data }) => data.id === id);

describe('POST /analysis/{id}/retry of a completed call that was not judged', () => {
  it.each(['too_long_for_model', 'unusable_answer'] as const)(
    'judges it again after %s, and bills nothing',
    async (reason) => {
      const id = await callWithout(reason);
      const before = await read(id);
      expect(before).toMatchObject({ metadata: { retryable: true }, results: { not_judged_reason: reason } });
      analyst.close();
      const answer = await retry(id);
      await expect(answer).toAnswer(200);
      expect(answer.body).toMatchObject({ status: 'completed', metadata: { retryable: false } });
      await until(async () => analyst.waiting > 0, 'the request to the analyst');
      await expect(await retry(id)).toAnswer(400, { detail: 'This analysis is being judged again' });
      analyst.open();

      const after = await judgedAgain(id);
      expect(after.results).toMatchObject({ not_judged_reason: null, summary: expect.any(String) });
      expect(after.results.summary).not.toBe(before.results.summary);
      expect(after, 'what was heard').toMatchObject({ transcript: before.transcript, call: before.call });
      expect(after.metadata).toMatchObject({ retryable: false, completed_at: before.metadata.completed_at });
      const { rows } = await at.service.db.query(
        `SELECT (SELECT count(*)::int FROM transcript_version WHERE analysis_id = $1) AS versions,
         (SELECT count(*)::int FROM ledger_entry WHERE analysis_id = $1) AS billed,
         (SELECT count(*)::int FROM minutes_reservation WHERE analysis_id = $1) AS reserved`,
        [id],
      );
      expect(rows).toEqual([{ versions: 0, billed: 0, reserved: 0 }]);
      expect((await at.send('GET', `/analysis/${id}/corrections`)).body).toMatchObject({ total: 0, items: [] });
      await until(async () => toldOf(id).length === 1, 'the notification');
      expect(toldOf(id)).toMatchObject([
        { event: 'analysis.completed', data: { results: { not_judged_reason: null } } },
      ]);
      await expect(await retry(id)).toAnswer(400, { detail: 'Only a failed analysis can be retried' });
    },
  );

  it('may end the same way, and be asked for again, in one row', async () => {
    const id = await callWithout();
    fault = completeWith({ none: 'of what was asked' });
    for (const _ of [1, 2]) {
      await expect(await retry(id)).toAnswer(200);
      expect(await judgedAgain(id)).toMatchObject({
        metadata: { retryable: true },
        results: { not_judged_reason: 'unusable_answer' },
      });
    }
    fault = null;
    const { rows } = await at.service.db.query('SELECT count(*)::int AS n FROM correction WHERE analysis_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('makes its evaluations again, since answers may rest on findings', async () => {
    const id = await callWithout();
    const card = await storeCard(at.service.db, at.accountId, [heard('spoken')]);
    const first = await storeOrder(at.service.db, at.accountId, id, card, { judge: '' });
    await until(async () => (await readEvaluation(at.service.db, first))?.status === 'completed', 'the evaluation');
    await retry(id);
    await judgedAgain(id);
    const { body } = await at.send('GET', `/analysis/${id}/evaluations`);
    expect(body.items.map(({ superseded }: { superseded: boolean }) => superseded)).toEqual([false, true]);
  });

  it.each(['model_declined', null] as const)('refuses one whose reason is %s', async (reason) => {
    const id = await callWithout(reason);
    expect(await read(id)).toMatchObject({ metadata: { retryable: false } });
    await expect(await retry(id)).toAnswer(400, { detail: 'Only a failed analysis can be retried' });
  });

  it('refuses one that is corrected: the correction judges it too', async () => {
    const id = await callWithout();
    analyst.close();
    const { body } = await at.correct(id, { swap_roles: true });
    await expect(await retry(id)).toAnswer(400, { detail: 'A correction of this transcript is in progress' });
    analyst.open();
    expect(await at.settled(id, body.id)).toMatchObject({ status: 'completed' });
  });
});
