// Corrections in a running service: what becomes of the analysis, its versions, its evaluations and its verdicts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CorrectingService, startCorrectingService } from '../../../support/apps/correcting-service.js';
import { until } from '../../../support/apps/running-service.js';
import {
  asked,
  heard,
  readEvaluation,
  storeCall,
  storeCard,
  storeOrder,
} from '../../../support/builders/evaluated-calls.js';
import { CALL_LINES } from '../../../support/builders/judged-call.js';
import { accountIdOf } from '../../../support/builders/published-form.js';
import { checkEvent } from '../../../support/clients/responses.js';
import { Gate } from '../../../support/processes/gate.js';
import type { StubAnswer } from '../../../support/stubs/openai-stub.js';

const REFUSAL: StubAnswer = { status: 400, body: { error: { message: 'No.', type: 'invalid_request_error' } } };

let fault: StubAnswer | null = null;
const analyst = new Gate();
let at: CorrectingService;

beforeAll(async () => {
  at = await startCorrectingService(async () => {
    await analyst.pass();
    return fault;
  });
});
afterAll(async () => {
  analyst.open();
  await at?.close();
});

const versionsOf = async (call: string) => {
  const { rows } = await at.service.db.query(
    `SELECT p.transcript_version AS present, ARRAY(
       SELECT version FROM transcript_version v WHERE v.analysis_id = p.analysis_id ORDER BY version) AS before
     FROM analysis_payload p WHERE p.analysis_id = $1`,
    [call],
  );
  return rows[0];
};
const evaluationsOf = async (call: string) => {
  const { rows } = await at.service.db.query(
    'SELECT id, status, superseded, counted, score FROM evaluation WHERE analysis_id = $1 ORDER BY created_at, id',
    [call],
  );
  return rows;
};
const settledEvaluation = (id: string) =>
  until(async () => {
    const found = await readEvaluation(at.service.db, id);
    return found?.status !== 'processing' && found;
  }, `evaluation ${id}`);

describe('a correction', () => {
  it('makes the next version, evaluated again, and keeps what the machine heard', async () => {
    const call = await at.store();
    const heardFirst = (await at.send('GET', `/analysis/${call}?include=words`)).body;
    const {
      transcript,
      results,
      call: facts,
    } = await at.corrected(call, {
      swap_roles: true,
      segments: [{ id: 1, speaker: 'customer', text: 'My line is  dead.\nThat is all.' }],
    });
    expect(transcript).toMatchObject({ version: 2, diarization: { role_confidence: 1 } });
    expect(transcript.segments.map((segment: { speaker: string }) => segment.speaker)).toEqual(
      CALL_LINES.map(([speaker], id) => (id === 1 || speaker === 'agent' ? 'customer' : 'agent')),
    );
    expect(transcript.segments[1]).toMatchObject({
      text: 'My line is  dead. That is all.',
      edited: true,
      confidence: null,
      words: null,
    });
    expect(transcript.text).toContain('Customer: My line is  dead. That is all.');
    expect(results).not.toEqual(heardFirst.results);
    expect(facts.metrics.agent_talk_seconds).not.toBe(heardFirst.call.metrics.agent_talk_seconds);

    const first = (await at.send('GET', `/analysis/${call}?include=words&transcript_version=1`)).body;
    expect(first).toEqual({
      ...first,
      transcript: heardFirst.transcript,
      results: heardFirst.results,
      call: heardFirst.call,
    });
    const summary = (await at.send('GET', `/analysis/${call}?view=summary&transcript_version=1`)).body;
    expect(summary).toMatchObject({
      view: 'summary',
      transcript: null,
      results: { compliance: { score: heardFirst.results.compliance.score } },
    });
    const second = (await at.send('GET', `/analysis/${call}?include=words&transcript_version=2`)).body;
    expect(second.transcript).toEqual(transcript);
    expect(await versionsOf(call)).toEqual({ present: 2, before: [1] });
  });

  it('shows in the lists who corrected what, newest first', async () => {
    const call = await at.store();
    await at.corrected(call, { swap_roles: true, note: 'Mixed up at the switch.' });
    await at.corrected(call, { base_version: 2, speakers: { agent: 'customer', customer: 'agent' } });
    const { body } = await at.send('GET', `/analysis/${call}/corrections?limit=1`);
    expect(body).toMatchObject({ total: 2, skip: 0, limit: 1 });
    expect(body.items).toMatchObject([
      {
        object: 'correction',
        status: 'completed',
        base_version: 2,
        transcript_version: 3,
        swap_roles: false,
        speakers: { agent: 'customer', customer: 'agent' },
        edited_segments: 0,
        reviewer_id: 'mara',
        via: 'token',
        note: null,
        error_code: null,
      },
    ]);
    const further = (await at.send('GET', `/analysis/${call}/corrections?skip=1`)).body;
    expect(further.items).toMatchObject([{ transcript_version: 2, swap_roles: true, note: 'Mixed up at the switch.' }]);
  });

  it('fails where the analyst cannot be asked, and the old version stands [fault 105]', async () => {
    const call = await at.store();
    const before = (await at.send('GET', `/analysis/${call}?include=words`)).body;
    fault = REFUSAL;
    const { body } = await at.correct(call, { swap_roles: true });
    const failed = await at.settled(call, body.id).finally(() => {
      fault = null;
    });
    expect(failed).toMatchObject({ status: 'failed', error_code: 'provider_refused' });
    expect(failed, 'what the client is told').toMatchObject({
      error_message: expect.any(String),
      completed_at: expect.any(Number),
    });
    const after = (await at.send('GET', `/analysis/${call}?include=words`)).body;
    expect({ ...after, audio: null }).toEqual({ ...before, audio: null });
    expect(await versionsOf(call)).toEqual({ present: 1, before: [] });
    // It can be tried again.
    expect((await at.corrected(call, { swap_roles: true })).transcript.version).toBe(2);
  });

  it('that is in progress when the call is deleted ends with it [fault 105]', async () => {
    const call = await at.store();
    analyst.close();
    const { body } = await at.correct(call, { swap_roles: true });
    await until(async () => analyst.waiting > 0, 'the request to the analyst');
    const second = await at.correct(call, { swap_roles: true });
    expect(second).toMatchObject({ status: 400, body: { detail: 'A correction of this transcript is in progress' } });
    await at.send('DELETE', `/analysis/${call}`);
    analyst.open();
    const { rows } = await at.service.db.query('SELECT 1 FROM correction WHERE id = $1', [body.id]);
    expect(rows).toEqual([]);
    await expect(await at.send('GET', `/analysis/${call}/corrections/${body.id}`)).toAnswer(404);
  });

  it('that is in progress when its account is erased leaves nothing [fault 105]', async () => {
    const { service } = at;
    const { email, password, accessToken: credential } = await service.openAccount();
    const account = await accountIdOf(service.db, email);
    const call = await storeCall(service.db, account);
    analyst.close();
    await expect(await at.correct(call, { swap_roles: true }, { credential })).toAnswer(201);
    await until(async () => analyst.waiting > 0, 'the request to the analyst');
    await at.send('DELETE', '/users/me', { current_password: password }, { credential });
    analyst.open();
    // The worker is free again once it has given up.
    await at.corrected(await at.store(), { swap_roles: true });
    const { rows } = await service.db.query(
      `SELECT (SELECT count(*)::int FROM analysis WHERE account_id = $1) AS calls,
         (SELECT count(*)::int FROM correction WHERE account_id = $1) AS corrections,
         (SELECT count(*)::int FROM analysis_payload WHERE analysis_id = $2) AS payloads,
         (SELECT count(*)::int FROM transcript_version WHERE analysis_id = $2) AS versions,
         (SELECT count(*)::int FROM review_task WHERE analysis_id = $2) AS tasks`,
      [account, call],
    );
    expect(rows).toEqual([{ calls: 0, corrections: 0, payloads: 0, versions: 0, tasks: 0 }]);
  });

  it('is made once where several are asked for at the same time', async () => {
    const call = await at.store();
    const answers = await Promise.all(Array.from({ length: 5 }, () => at.correct(call, { swap_roles: true })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 400, 400, 400, 400]);
    const made = answers.find(({ status }) => status === 201);
    expect(await at.settled(call, made?.body.id)).toMatchObject({ status: 'completed' });
    expect(await versionsOf(call)).toEqual({ present: 2, before: [1] });
  });
});

describe('the evaluations of a corrected call', () => {
  const listed = async (query: string) => (await at.send('GET', `/evaluations?${query}`)).body;

  it('are superseded, leave every list, and are made again without being counted', async () => {
    const card = await storeCard(at.service.db, at.accountId, [asked('q0'), heard('spoken')]);
    const call = await at.store();
    const first = await storeOrder(at.service.db, at.accountId, call, card);
    await settledEvaluation(first);
    const counts = 'SELECT coalesce(sum(evaluations), 0)::int AS n FROM evaluation_count WHERE account_id = $1';
    const counted = (await at.service.db.query(counts, [at.accountId])).rows;
    await at.corrected(call, { segments: [{ id: 0, text: 'Good morning.' }] });
    const [old, made, ...others] = await evaluationsOf(call);
    expect([old, made, ...others]).toMatchObject([
      { id: first, superseded: true, counted: true },
      { superseded: false, counted: false },
    ]);
    await settledEvaluation(made.id);
    for (const query of ['', 'agent_id=agent-7&', 'contact_id=cust-42&', 'outcome=passed&', 'score_min=0&']) {
      const { items } = await listed(`${query}scorecard_id=${card}`);
      expect(
        items.filter(({ id }: { id: string }) => id === first),
        `evaluations by ${query}`,
      ).toEqual([]);
    }
    const { items, total } = await listed(`scorecard_id=${card}`);
    expect({ total, ids: items.map(({ id }: { id: string }) => id) }).toEqual({ total: 1, ids: [made.id] });
    expect(items[0]).toMatchObject({ superseded: false, scorecard: { id: card, revision: 1 } });
    expect((await at.send('GET', `/evaluations/${first}`)).body).toMatchObject({
      superseded: true,
      status: 'completed',
    });
    expect((await at.send('GET', `/analysis/${call}/evaluations`)).body.total).toBe(2);
    expect((await at.service.db.query(counts, [at.accountId])).rows, 'evaluations of the month').toEqual(counted);
  });

  it('keep what a person has answered, over several corrections', async () => {
    const card = await storeCard(at.service.db, at.accountId, [
      { ...heard('spoken'), automation: 'suggest' },
      heard('greeted'),
    ]);
    const call = await at.store();
    const first = await storeOrder(at.service.db, at.accountId, call, card, { judge: '' });
    await settledEvaluation(first);
    const answer = { answer: 'no', reviewer_id: 'mara', rationale: 'Not in full.' };
    await expect(await at.send('PUT', `/evaluations/${first}/answers/spoken`, answer)).toAnswer(200);
    const refused = {
      status: 400,
      body: { detail: 'The transcript was corrected since: answer the evaluation of its present version' },
    };
    for (const base_version of [1, 2]) {
      await at.corrected(call, { base_version, segments: [{ id: 1, text: `Version ${base_version}.` }] });
      const made = (await evaluationsOf(call)).find(({ superseded }) => !superseded);
      await settledEvaluation(made?.id);
      const { body } = await at.send('GET', `/evaluations/${made?.id}`);
      expect(body).toMatchObject({ score: 50, outcome: 'failed' });
      expect(body.answers).toMatchObject([
        { question: 'spoken', answer: 'no', source: 'human', reviewer_id: 'mara', rationale: 'Not in full.' },
        { question: 'greeted', answer: 'yes', source: 'phrases' },
      ]);
      expect(await at.send('PUT', `/evaluations/${first}/answers/spoken`, answer)).toMatchObject(refused);
    }
  });

  it('that are in progress start over with the new version [fault 105]', async () => {
    const card = await storeCard(at.service.db, at.accountId, [heard('spoken')]);
    const call = await at.store();
    const id = await storeOrder(at.service.db, at.accountId, call, card, { judge: '' });
    // As if another worker had answered its first batch of questions.
    const { db } = at.service;
    await db.query("UPDATE evaluation SET fence = 3, lease_until = now() + interval '1 hour' WHERE id = $1", [id]);
    await db.query("INSERT INTO evaluation_checkpoint (evaluation_id, batch, payload) VALUES ($1, 0, '{}')", [id]);
    await db.query("UPDATE evaluation SET run_after = now() + interval '1 hour' WHERE id = $1", [id]);
    await at.corrected(call, { segments: [{ id: 0, text: 'Good morning.' }] });
    const { rows } = await db.query(
      `SELECT fence, lease_until, (SELECT count(*)::int FROM evaluation_checkpoint WHERE evaluation_id = $1) AS batches
       FROM evaluation WHERE id = $1`,
      [id],
    );
    expect(rows, 'what is left of the old version').toEqual([{ fence: 4, lease_until: null, batches: 0 }]);
    await at.service.db.query('UPDATE evaluation SET run_after = now() WHERE id = $1', [id]);
    const { score } = (await settledEvaluation(id)) ?? {};
    expect(score, 'The old version was judged').toBe(0);
    expect(await evaluationsOf(call)).toMatchObject([{ id, superseded: false, counted: true }]);
  });
});

describe('a person’s verdicts', () => {
  it('stay in force, with a mark on the quotation that no longer stands', async () => {
    const call = await at.store();
    const quote = {
      segment_id: 0,
      speaker: 'agent',
      start: 0,
      end: 1,
      quote: 'This call is recorded.',
      verification: 'verified',
    };
    const verdicts = {
      findings: { 'compliance.mandatory_disclosures': { answer: 'no', citations: [quote], reviewId: call } },
      violations: [],
    };
    await at.service.db.query(
      'UPDATE analysis_payload SET system_results = results, verdicts = $2 WHERE analysis_id = $1',
      [call, JSON.stringify(verdicts)],
    );
    await at.service.db.query(
      `INSERT INTO review (id, account_id, analysis_id, livemode, transcript_version, agent_id, via, principal_id, findings,
         violations, answers, scores)
       VALUES ($1, $2, $1, true, 1, 'a', 'token', 'p', $3, '[]', '[]', '{}')`,
      [
        call,
        at.accountId,
        JSON.stringify([
          {
            finding: 'compliance.mandatory_disclosures',
            answer: 'no',
            note: null,
            quotes: [{ segment_id: 0, quote: 'This call is recorded.' }],
          },
        ]),
      ],
    );
    const { results } = await at.corrected(call, { segments: [{ id: 0, text: 'Good morning.' }] });
    expect(results.compliance.mandatory_disclosures).toMatchObject({
      performed: false,
      source: 'human',
      citations: [{ quote: 'This call is recorded.', stale: true }],
      system: { source: 'system' },
    });
    const { rows } = await at.service.db.query('SELECT findings FROM review WHERE id = $1', [call]);
    expect(JSON.parse(rows[0].findings)[0].quotes).toEqual([
      { segment_id: 0, quote: 'This call is recorded.', stale: true },
    ]);
  });
});

describe('a webhook', () => {
  it('is notified of a correction where it asked for that, with the analysis and the correction', async () => {
    const webhookUrl = 'http://127.0.0.1:9/hook';
    const [asking, other] = [await at.store({ webhookUrl }), await at.store({ webhookUrl })];
    await at.service.db.query("UPDATE analysis SET webhook_events = '{analysis.corrected}' WHERE id = $1", [asking]);
    await at.corrected(asking, { swap_roles: true });
    await at.corrected(other, { swap_roles: true });
    const { rows } = await at.service.db.query(
      `SELECT d.analysis_id, d.detail, c.status FROM webhook_delivery d JOIN correction c ON c.id = d.detail_id
       WHERE event = 'analysis.corrected'`,
    );
    expect(rows).toEqual([{ analysis_id: asking, detail: null, status: 'completed' }]);
  });

  it('is shown what it would be sent of a test call, as the document describes it', async () => {
    const call = await at.store({ livemode: false, webhookUrl: 'https://example.com/hook' });
    await at.service.db.query("UPDATE analysis SET webhook_events = '{analysis.corrected}' WHERE id = $1", [call]);
    await at.corrected(call, { swap_roles: true });
    const { body: deliveries } = await at.send('GET', `/analysis/${call}/deliveries`);
    const { body: shown } = await at.send('GET', `/analysis/${call}/deliveries/${deliveries.items[0].id}`);
    const event = JSON.parse(shown.request.body);
    checkEvent('analysis.corrected', event);
    expect(event).toMatchObject({
      event: 'analysis.corrected',
      data: { id: call, correction: { object: 'correction', status: 'completed', transcript_version: 2 } },
    });
  });
});

describe('the review queue', () => {
  it('has what is in doubt of the new version, and no more what was of the old one', async () => {
    const call = await at.store();
    const task = async () =>
      (await at.service.db.query('SELECT state, doubts FROM review_task WHERE analysis_id = $1', [call])).rows[0];
    await at.corrected(call, { swap_roles: true });
    const swapped = await task();
    expect(swapped, 'Nothing is in doubt where agent and customer are mixed up').toMatchObject({ state: 'open' });
    expect(Object.keys(swapped.doubts)).toEqual(['call']);
    await at.corrected(call, { base_version: 2, swap_roles: true });
    expect(await task(), 'What was in doubt stays').not.toEqual(swapped);
  });
});

describe('a call of the sandbox', () => {
  it('is corrected with a test key, and no provider is asked', async () => {
    const { body: accepted } = await at.send(
      'POST',
      '/analysis',
      { scenario: 'bad_call', agent_id: 'a', contact_id: 'c' },
      { credential: at.testKey },
    );
    await until(async () => {
      const { body } = await at.send('GET', `/analysis/${accepted.id}`);
      return body.status === 'completed';
    }, 'the scenario');
    const asks = at.provider.requests.length;
    const { body, status } = await at.correct(accepted.id, { swap_roles: true }, { credential: at.testKey });
    expect({ status, livemode: body.livemode, via: body.via }).toEqual({
      status: 201,
      livemode: false,
      via: 'api_key',
    });
    expect(await at.settled(accepted.id, body.id)).toMatchObject({ status: 'completed' });
    const { metadata, transcript } = (await at.send('GET', `/analysis/${accepted.id}`)).body;
    expect(transcript.version).toBe(2);
    expect(metadata.engine).toMatchObject({ transcription: 'scenario:bad_call', analysis: 'rules' });
    expect(at.provider.requests.length, 'requests to the provider').toBe(asks);
  });
});
