// cspell:ignore quackenbush
// Says something of every type in a call, and then searches for it wherever the service keeps, shows, sends or logs anything:
// in a call that was masked as it came, in one that was masked after it had been stored, and in one that was deleted. [whole]
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, openAccount, openPool, serviceEnvironment, until } from '../support/apps/running-service.js';
import { heardTurn, recordingOf, type Secrets, secretsIn, turnsWith } from '../support/builders/planted-call.js';
import { providerSettings, startScriptedProvider } from '../support/builders/scripted-call.js';
import { answerTo } from '../support/matchers/answers.js';
import { everythingIn, everythingOf } from '../support/matchers/everything-kept.js';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.js';
import { completeWith, type OpenAiStub, sentSegments } from '../support/stubs/openai-stub.js';
import { type OtlpReceiver, startOtlpReceiver } from '../support/stubs/otlp-receiver.js';
import { answering, startWebhookReceiver, type WebhookReceiver } from '../support/stubs/webhook-receiver.js';
import { DELETED, MASKED_AS_IT_CAME, MASKED_LATER, SCORECARD } from './canary-calls.js';
import { callsFoundBy, counted, deleteNotedFiles, expectEnded, exportAll } from './places-of-reports.js';

const KEPT = 'one-submission';

const EVENTS = 'analysis.completed,analysis.redacted';

describe('what was said that must be masked', () => {
  let environment: Awaited<ReturnType<typeof serviceEnvironment>>;
  let db: ReturnType<typeof openPool>;
  let redis: Redis;
  let provider: OpenAiStub;
  let receiver: WebhookReceiver;
  /** Of the account's endpoints. */
  let endpoint: WebhookReceiver;
  let collector: OtlpReceiver;
  let running: ServiceProcess;
  /** Of the call that is being heard. */
  let spoken = turnsWith(MASKED_AS_IT_CAME);

  beforeAll(async () => {
    provider = await startScriptedProvider({
      transcribe: (request) => heardTurn(spoken, request),
      // A model that repeats all that it is shown.
      chat: (request) => {
        const shape = JSON.stringify(request.json?.response_format ?? {});
        // The questions of a form are lines too, without the place of a segment.
        const shown = sentSegments(request).filter(({ i }) => Number.isInteger(i));
        const quotes = shown.slice(0, 20).map(({ i, text }) => ({ segment_id: i, quote: text }));
        if (JSON.stringify(request.json?.messages).includes('evaluation form')) {
          const rationale = shown
            .map(({ text }) => text)
            .join(' ')
            .slice(0, 900);
          const answer = { question: 'helped', answer: 'yes', confidence: 0.9, rationale, quotes };
          return completeWith({ answers: [answer] });
        }
        // Names without a cue are what a model alone finds. Here each has one, and none is left to propose.
        if (JSON.stringify(request.json?.messages).includes('text to be searched')) return completeWith({ spans: [] });
        return shape.includes('call_resolution') ? completeWith(repeating(shown, quotes)) : undefined;
      },
    });
    receiver = await startWebhookReceiver();
    endpoint = await startWebhookReceiver();
    collector = await startOtlpReceiver();
    environment = await serviceEnvironment({
      ...providerSettings(provider),
      LOG_LEVEL: 'trace',
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      FREE_INCLUDED_MINUTES: '1000',
      WORKER_SWEEP_SECONDS: '1',
    });
    db = openPool(environment.databaseUrl);
    redis = new Redis(environment.env.REDIS_URL ?? '');
    running = await startServiceProcess(environment.env);
  });
  afterAll(async () => {
    await running?.kill();
    redis?.disconnect();
    await db?.end();
    await Promise.all([receiver?.close(), endpoint?.close(), collector?.close(), provider?.close()]);
    await environment?.dispose();
  });

  async function ask(account: Account, method: string, path: string, body?: object | FormData) {
    const isForm = body instanceof FormData;
    const authorization = `Bearer ${method === 'POST' && path === '/analysis' ? account.liveKey : account.accessToken}`;
    const response = await fetch(`${environment.rootUrl}/api/v1${path}`, {
      method,
      headers: {
        authorization,
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...(isForm && { 'idempotency-key': KEPT }),
      },
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return answerTo(`${method} ${path}`, { status: response.status, text, body: isJson ? JSON.parse(text) : null });
  }

  function upload(account: Account, recording: Buffer) {
    const form = new FormData();
    const fields = { agent_id: 'a', contact_id: 'c', webhook_url: receiver.url, webhook_events: EVENTS };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('audio_file', new Blob([new Uint8Array(recording)]), 'call.wav');
    return ask(account, 'POST', '/analysis', form);
  }

  /** @returns what asks as the owner of a new account, and the id of its endpoint for every event */
  async function opened() {
    const account = await openAccount(`${environment.rootUrl}/api/v1`, environment.dataDir);
    const owner = (method: string, path: string, body?: object) => ask(account, method, path, body);
    const made = await owner('POST', '/webhooks/endpoints', { url: endpoint.url, events: ['*'] });
    await expect(made).toAnswer(201);
    return { account, owner, endpointId: String(made.body.id) };
  }

  /** Waits until nothing is on its way to the endpoint. */
  const everythingTold = (owner: Awaited<ReturnType<typeof opened>>['owner'], endpointId: string) =>
    until(async () => {
      const { body } = await owner('GET', `/webhooks/endpoints/${endpointId}/deliveries?status=pending`);
      return body.total === 0;
    }, 'deliveries to the endpoint');
  const told = (since: number) => endpoint.received.slice(since).map(({ body }) => body);
  const isTold = (since: number, event: string) =>
    until(() => Promise.resolve(told(since).some((body) => body.includes(`"${event}"`))), `${event} at the endpoint`);

  const finished = (account: Account, id: string) =>
    until(async () => {
      const { body } = await ask(account, 'GET', `/analysis/${id}`);
      return body.status !== 'processing' && body.redaction.status !== 'processing' && body;
    }, 'the call');

  /** Has the call evaluated, and reviewed with this note. */
  async function evaluated(account: Account, id: string, note = 'Well done') {
    const { body: card } = await ask(account, 'POST', '/scorecards', { name: 'Who calls' });
    const { body: draft } = await ask(account, 'POST', `/scorecards/${card.id}/revisions`, SCORECARD);
    await ask(account, 'POST', `/scorecards/${card.id}/revisions/${draft.revision}/publish`);
    const asked = await ask(account, 'POST', `/analysis/${id}/evaluations`, { scorecard_id: card.id });
    await expect(asked).toAnswer(201);
    await evaluationsDone(account, id);
    await expect(await ask(account, 'POST', `/analysis/${id}/reviews`, { reviewer_id: 'r', note })).toAnswer(201);
  }

  const noteOfWords = () => `She said: ${spoken[1]?.text} ${spoken[3]?.text}`;

  const evaluationsDone = async (account: Account, id: string) => {
    const items: { status: string }[] = await until(async () => {
      const { body } = await ask(account, 'GET', `/analysis/${id}/evaluations`);
      return (
        body.total > 0 && body.items.every(({ status }: { status: string }) => status !== 'processing') && body.items
      );
    }, 'the evaluation');
    const failed = items.filter((one) => one.status === 'failed');
    expect(failed).toEqual([]);
  };

  /** Every answer that can show the call, to its owner, to a reviewer with a link, and to who has the link of its report. */
  async function shown(account: Account, id: string, recording: Buffer): Promise<Map<string, string>> {
    const answers = new Map<string, string>();
    const keep = async (method: string, path: string, body?: object) => {
      const answer = await ask(account, method, path, body);
      await expect(answer).toAnswer(method === 'GET' ? 200 : 201);
      answers.set(`${method} ${path}`, answer.text);
      return answer;
    };
    const ofCall = [
      '',
      '?include=words',
      '?include=redactions',
      '?view=summary',
      '/waveform',
      '/deliveries',
      '/reviews',
    ];
    for (const path of [...ofCall, '/corrections', '/evaluations', '/report', '/events'])
      await keep('GET', `/analysis/${id}${path}`);
    for (const format of ['txt', 'srt', 'vtt']) await keep('GET', `/analysis/${id}/transcript?format=${format}`);
    for (const path of [
      '/analysis',
      '/analysis?view=summary',
      '/evaluations',
      '/review-queue',
      '/reviews',
      '/redactions',
      '/search?q=northwind',
      '/search?q=my&speaker=customer',
      '/statistics?of=calls&group_by=agent,violation',
      '/statistics?of=evaluations&group_by=scorecard,contact',
      '/statistics?of=answers&group_by=question',
      '/exports',
    ])
      await keep('GET', path);
    const { body: endpoints } = await keep('GET', '/webhooks/endpoints');
    for (const one of endpoints.items) await keep('GET', `/webhooks/endpoints/${one.id}/deliveries?limit=100`);
    const { body: evaluations } = await keep('GET', `/analysis/${id}/evaluations?limit=100`);
    for (const { id: evaluation } of evaluations.items) await keep('GET', `/evaluations/${evaluation}`);
    const { body: deliveries } = await keep('GET', `/analysis/${id}/deliveries?limit=100`);
    for (const { id: delivery } of deliveries.items) await keep('GET', `/analysis/${id}/deliveries/${delivery}`);
    const { body: link } = await keep('POST', `/analysis/${id}/report-link`);
    answers.set('the linked report', await (await fetch(link.url)).text());
    // The same submission again is answered with what was kept of the first answer.
    answers.set('the kept answer', (await upload(account, recording)).text);
    return answers;
  }

  async function stored(): Promise<string> {
    const entries = await readdir(environment.dataDir, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('outbox'));
    const texts = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')));
    return texts.join('\n');
  }

  async function expectNowhere(
    secrets: Secrets,
    account: Account,
    id: string,
    recording: Buffer,
    since: { prompts: number; deliveries: number; told: number },
  ) {
    const files = await exportAll((...request) => ask(account, ...request));
    const answers = await shown(account, id, recording);
    for (const [request, text] of [...answers, ...files.map(({ name, text }) => [name, text] as const)]) {
      expect(text, `the answer of ${request}`).not.toBe('');
      expect({ request, found: secretsIn(text, secrets) }).toEqual({ request, found: [] });
    }
    const metrics = await fetch(`${environment.rootUrl}/metrics`);
    const prompts = provider.requests.slice(since.prompts).map(({ json, fields }) => JSON.stringify([json, fields]));
    const deliveries = receiver.received.slice(since.deliveries).map(({ body }) => body);
    const places = {
      tables: await everythingOf(db),
      objects: await stored(),
      redis: await everythingIn(redis),
      log: running.output(),
      traces: collector.bodies.join('\n'),
      metrics: await metrics.text(),
      prompts: prompts.join('\n'),
      deliveries: deliveries.join('\n'),
      told: told(since.told).join('\n'),
    };
    const found = Object.entries(places).map(([place, text]) => [place, secretsIn(text, secrets)]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(Object.keys(places).map((place) => [place, []])));
    await expectFound(account, secrets, 0);
    for (const place of ['tables', 'log', 'traces', 'metrics', 'prompts', 'deliveries', 'told'] as const)
      expect(places[place].length, `what was searched of ${place}`).toBeGreaterThan(100);
  }

  async function expectFound(account: Account, secrets: Secrets, calls: 0 | 1) {
    const found = await callsFoundBy((...request) => ask(account, ...request), secrets);
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((q) => [q, calls])));
  }

  async function recordings(id: string): Promise<string[]> {
    const columns = 'storage_key, original_key, redacted_key';
    const { rows } = await db.query<Record<string, string | null>>(`SELECT ${columns} FROM analysis WHERE id = $1`, [
      id,
    ]);
    return rows.flatMap((row) => Object.values(row).filter((key) => key !== null));
  }

  it('is nowhere after a call of an account that masks everything [redaction canaries]', async () => {
    const { account } = await opened();
    await expect(await ask(account, 'PUT', '/settings/redaction', { preset: 'pii' })).toAnswer(200);
    const recording = recordingOf(spoken, 100);
    const { body: sent } = await upload(account, recording);
    const call = await finished(account, sent.id);
    expect(call).toBeInStatus('completed');
    expect(call.redaction).toMatchObject({ status: 'applied', audio: 'redacted', original: 'deleted' });
    await evaluated(account, sent.id);
    await receiver.requests(1);
    await isTold(0, 'evaluation.completed');
    expect(await recordings(sent.id), 'recordings of the call').toHaveLength(1);
    await expectNowhere(MASKED_AS_IT_CAME, account, sent.id, recording, { prompts: 0, deliveries: 0, told: 0 });
    for (const word of ['quackenbush', '9434765919']) {
      const { body: hits } = await ask(account, 'GET', `/analysis?search=${word}`);
      expect(hits.total, `calls found by ${word}`).toBe(0);
    }
  });

  it('is nowhere after a stored call was masked [redaction canaries]', async () => {
    const { account, owner, endpointId } = await opened();
    spoken = turnsWith(MASKED_LATER);
    const recording = recordingOf(spoken, 200);
    const earlier = receiver.received.length;
    const toldEarlier = endpoint.received.length;
    endpoint.behave(answering(410));
    const { body: sent } = await upload(account, recording);
    expect(await finished(account, sent.id)).toBeInStatus('completed');
    await evaluated(account, sent.id, noteOfWords());
    await receiver.requests(earlier + 1);
    await isTold(toldEarlier, 'evaluation.completed');
    // The search finds what is there: in tables and answers, and not in the log even then.
    const answers = await shown(account, sent.id, recording);
    expect(secretsIn(answers.get(`GET /analysis/${sent.id}`) ?? '', MASKED_LATER).length).toBeGreaterThan(20);
    expect(secretsIn(answers.get(`GET /analysis/${sent.id}?include=words`) ?? '', MASKED_LATER).length).toBeGreaterThan(
      20,
    );
    const before = secretsIn(await everythingOf(db), MASKED_LATER);
    expect(before.length).toBeGreaterThan(20);
    expect(secretsIn(told(toldEarlier).join('\n'), MASKED_LATER).length).toBeGreaterThan(20);
    await expectFound(account, MASKED_LATER, 1);
    const files = await exportAll(owner);
    const unspoken = files.filter(({ text }) => secretsIn(text, MASKED_LATER).length === 0).map(({ name }) => name);
    expect(unspoken).toEqual([]);

    await everythingTold(owner, endpointId);
    const since = {
      prompts: provider.requests.length,
      deliveries: receiver.received.length,
      told: endpoint.received.length,
    };
    endpoint.behave(answering(200));
    await expect(await ask(account, 'POST', `/analysis/${sent.id}/redact`, { preset: 'pii' })).toAnswer(200);
    // From the moment of the answer no words are left; the sound and the judgement follow.
    expect(secretsIn(await everythingOf(db), MASKED_LATER)).toEqual([]);
    await expectFound(account, MASKED_LATER, 0);
    await expectEnded(owner, files);
    const call = await finished(account, sent.id);
    expect(call.redaction).toMatchObject({ status: 'applied', audio: 'redacted' });
    await evaluationsDone(account, sent.id);
    // What tells of the masking, and the first notification once more. The endpoint was told at the same moment.
    const { body: deliveries } = await ask(account, 'GET', `/analysis/${sent.id}/deliveries`);
    const { id: first } = deliveries.items.find(
      ({ event, endpoint_id }: { event: string; endpoint_id: string | null }) =>
        event === 'analysis.completed' && endpoint_id === null,
    );
    await expect(await ask(account, 'POST', `/analysis/${sent.id}/deliveries/${first}/redeliver`)).toAnswer(200);
    await receiver.requests(since.deliveries + 2);
    const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
    const recovery = await owner('POST', `/webhooks/endpoints/${endpointId}/recover`, { since: anHourAgo });
    await expect(recovery).toAnswer(200);
    expect(recovery.body.deliveries, 'notifications of the call that are sent again').toBeGreaterThanOrEqual(2);
    for (const event of ['analysis.completed', 'evaluation.completed', 'analysis.redacted'])
      await isTold(since.told, event);
    // As the sweep does once a minute.
    await deleteNotedFiles(environment.env);
    await expectNowhere(MASKED_LATER, account, sent.id, recording, since);
  });

  it('is nowhere and counted nowhere after its call was deleted [redaction canaries]', async () => {
    const { account, owner } = await opened();
    spoken = turnsWith(DELETED);
    const toldEarlier = endpoint.received.length;
    const { body: sent } = await upload(account, recordingOf(spoken, 300));
    expect(await finished(account, sent.id)).toBeInStatus('completed');
    await evaluated(account, sent.id, noteOfWords());
    await isTold(toldEarlier, 'evaluation.completed');
    await expectFound(account, DELETED, 1);
    expect(await counted(owner)).toEqual({ calls: 1, callsOfDays: 1, contacts: 1, evaluations: 1, answers: 1 });
    const files = await exportAll(owner);
    expect(secretsIn(await stored(), DELETED), 'in files of exports').not.toEqual([]);

    await expect(await owner('DELETE', `/analysis/${sent.id}`)).toAnswer(200);
    expect(secretsIn(await everythingOf(db), DELETED)).toEqual([]);
    await expectFound(account, DELETED, 0);
    expect(await counted(owner)).toEqual({ calls: 0, callsOfDays: 0, contacts: 0, evaluations: 0, answers: 0 });
    await expectEnded(owner, files);
    // As the sweep does once a minute.
    await deleteNotedFiles(environment.env);
    expect(secretsIn(await stored(), DELETED), 'in files of exports that have ended').toEqual([]);
    const after = await exportAll(owner);
    expect(after.filter(({ text }) => text.includes(sent.id) || secretsIn(text, DELETED).length > 0)).toEqual([]);
  });
});

function repeating(shown: ReturnType<typeof sentSegments>, quotes: object[]) {
  const met = { met: true, confidence: 0.9, quotes };
  const said = shown
    .map(({ text }) => text)
    .join(' ')
    .slice(0, 1_500);
  const findings = ['identity_verification', 'privacy_protection', 'mandatory_disclosures', 'purpose_declaration'];
  return {
    findings: Object.fromEntries(
      [...findings, 'call_resolution', 'greeting', 'empathetic_language'].map((name) => [name, met]),
    ),
    missing_disclosures: [],
    violations: [],
    sentiment: { overall: 'positive', customer: 'positive', agent: 'positive' },
    customer_effort_score: 2,
    strengths: [said.slice(0, 300)],
    recommendations: [said.slice(300, 600)],
    summary: said,
    manipulation_suspected: false,
  };
}
