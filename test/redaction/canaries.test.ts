// cspell:ignore Bramblecombe Featherstonehaugh Ottoline Quackenbush Thistlewick
// Says something of every type in a call, and then searches for it wherever the service keeps, shows, sends or logs anything:
// in a call that was masked as it came, and in one that was masked after it had been stored.
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
import { startWebhookReceiver, type WebhookReceiver } from '../support/stubs/webhook-receiver.js';

const MASKED_AS_IT_CAME: Secrets = {
  name: 'Zebedee Quackenbush',
  street: '14 Thistlewick Crescent, SW1A 1AA',
  email: 'z.quackenbush@gooseberry.example',
  phone: '07700900461',
  dateOfBirth: 'twenty-third of October nineteen fifty-seven',
  nationalId: 'JG103759A',
  healthId: '9434765919',
  bank: 'DE89370400440532013000',
  card: 'four nine two nine one one seven eight oh three four two six six one two',
  expiry: 'oh eight twenty-nine',
  code: 'seven three one',
  pin: 'six two eight four',
};
const MASKED_LATER: Secrets = {
  name: 'Ottoline Featherstonehaugh',
  street: '27 Bramblecombe Terrace, M1 1AE',
  email: 'ottoline@featherstonehaugh.example',
  phone: '07700900837',
  dateOfBirth: 'eleventh of February nineteen sixty-four',
  nationalId: 'KE482913C',
  healthId: '4010232137',
  bank: 'DE44500105175407324931',
  card: 'five one eight two three oh six nine four four seven two one eight oh nine',
  expiry: 'one one thirty-one',
  code: 'four oh nine',
  pin: 'nine one three five',
};

const KEPT = 'one-submission';
const SCORECARD = {
  sections: [
    {
      key: 'call',
      title: 'Call',
      weight: 1,
      questions: [
        {
          key: 'helped',
          text: 'Did the customer say who is calling?',
          speaker: 'customer',
          weight: 10,
          answers: [
            { key: 'yes', label: 'Yes', points: 1, needs_quote: true },
            { key: 'no', label: 'No', points: 0 },
          ],
          judge: { kind: 'model' },
        },
      ],
    },
  ],
};

const EVENTS = 'analysis.completed,analysis.redacted';

describe('what was said that must be masked', () => {
  let environment: Awaited<ReturnType<typeof serviceEnvironment>>;
  let db: ReturnType<typeof openPool>;
  let redis: Redis;
  let provider: OpenAiStub;
  let receiver: WebhookReceiver;
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
        const shown = sentSegments(request);
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
    collector = await startOtlpReceiver();
    environment = await serviceEnvironment({
      ...providerSettings(provider),
      LOG_LEVEL: 'trace',
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      FREE_INCLUDED_MINUTES: '1000',
    });
    db = openPool(environment.databaseUrl);
    redis = new Redis(environment.env.REDIS_URL ?? '');
    running = await startServiceProcess(environment.env);
  });
  afterAll(async () => {
    await running?.kill();
    redis?.disconnect();
    await db?.end();
    await Promise.all([receiver?.close(), collector?.close(), provider?.close()]);
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

  const finished = (account: Account, id: string) =>
    until(async () => {
      const { body } = await ask(account, 'GET', `/analysis/${id}`);
      return body.status !== 'processing' && body.redaction.status !== 'processing' && body;
    }, 'the call');

  async function evaluated(account: Account, id: string) {
    const { body: card } = await ask(account, 'POST', '/scorecards', { name: 'Who calls' });
    const { body: draft } = await ask(account, 'POST', `/scorecards/${card.id}/revisions`, SCORECARD);
    await ask(account, 'POST', `/scorecards/${card.id}/revisions/${draft.revision}/publish`);
    const asked = await ask(account, 'POST', `/analysis/${id}/evaluations`, { scorecard_id: card.id });
    await expect(asked).toAnswer(201);
    await evaluationsDone(account, id);
  }

  const evaluationsDone = (account: Account, id: string) =>
    until(async () => {
      const { body } = await ask(account, 'GET', `/analysis/${id}/evaluations`);
      return body.total > 0 && body.items.every(({ status }: { status: string }) => status !== 'processing');
    }, 'the evaluation');

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
    ])
      await keep('GET', path);
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
    since: { prompts: number; deliveries: number },
  ) {
    for (const [request, text] of await shown(account, id, recording)) {
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
    };
    const found = Object.entries(places).map(([place, text]) => [place, secretsIn(text, secrets)]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(Object.keys(places).map((place) => [place, []])));
    for (const place of ['tables', 'log', 'traces', 'metrics', 'prompts', 'deliveries'] as const)
      expect(places[place].length, `what was searched of ${place}`).toBeGreaterThan(100);
  }

  async function recordings(id: string): Promise<string[]> {
    const columns = 'storage_key, original_key, redacted_key';
    const { rows } = await db.query<Record<string, string | null>>(`SELECT ${columns} FROM analysis WHERE id = $1`, [
      id,
    ]);
    return rows.flatMap((row) => Object.values(row).filter((key) => key !== null));
  }

  it('is nowhere after a call of an account that masks everything [redaction canaries]', async () => {
    const account = await openAccount(`${environment.rootUrl}/api/v1`, environment.dataDir);
    await expect(await ask(account, 'PUT', '/settings/redaction', { preset: 'pii' })).toAnswer(200);
    const recording = recordingOf(spoken, 100);
    const { body: sent } = await upload(account, recording);
    const call = await finished(account, sent.id);
    expect(call).toBeInStatus('completed');
    expect(call.redaction).toMatchObject({ status: 'applied', audio: 'redacted', original: 'deleted' });
    await evaluated(account, sent.id);
    await receiver.requests(1);
    expect(await recordings(sent.id), 'recordings of the call').toHaveLength(1);
    await expectNowhere(MASKED_AS_IT_CAME, account, sent.id, recording, { prompts: 0, deliveries: 0 });
    for (const word of ['quackenbush', '9434765919']) {
      const { body: hits } = await ask(account, 'GET', `/analysis?search=${word}`);
      expect(hits.total, `calls found by ${word}`).toBe(0);
    }
  });

  it('is nowhere after a stored call was masked [redaction canaries]', async () => {
    const account = await openAccount(`${environment.rootUrl}/api/v1`, environment.dataDir);
    spoken = turnsWith(MASKED_LATER);
    const recording = recordingOf(spoken, 200);
    const earlier = receiver.received.length;
    const { body: sent } = await upload(account, recording);
    expect(await finished(account, sent.id)).toBeInStatus('completed');
    await evaluated(account, sent.id);
    await receiver.requests(earlier + 1);
    // The search finds what is there: in tables and answers, and not in the log even then.
    const answers = await shown(account, sent.id, recording);
    expect(secretsIn(answers.get(`GET /analysis/${sent.id}`) ?? '', MASKED_LATER).length).toBeGreaterThan(20);
    expect(secretsIn(answers.get(`GET /analysis/${sent.id}?include=words`) ?? '', MASKED_LATER).length).toBeGreaterThan(
      20,
    );
    const before = secretsIn(await everythingOf(db), MASKED_LATER);
    expect(before.length).toBeGreaterThan(20);

    const since = { prompts: provider.requests.length, deliveries: receiver.received.length };
    await expect(await ask(account, 'POST', `/analysis/${sent.id}/redact`, { preset: 'pii' })).toAnswer(200);
    // From the moment of the answer no words are left; the sound and the judgement follow.
    expect(secretsIn(await everythingOf(db), MASKED_LATER)).toEqual([]);
    const call = await finished(account, sent.id);
    expect(call.redaction).toMatchObject({ status: 'applied', audio: 'redacted' });
    await evaluationsDone(account, sent.id);
    // What tells of the masking, and the first notification once more.
    const { body: deliveries } = await ask(account, 'GET', `/analysis/${sent.id}/deliveries`);
    const { id: first } = deliveries.items.find(({ event }: { event: string }) => event === 'analysis.completed');
    await expect(await ask(account, 'POST', `/analysis/${sent.id}/deliveries/${first}/redeliver`)).toAnswer(200);
    await receiver.requests(since.deliveries + 2);
    await expectNowhere(MASKED_LATER, account, sent.id, recording, since);
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
