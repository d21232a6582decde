// cspell:ignore bramblecombe cholmondeley featherstonehaugh gooseberry quackenbush snickelway thistlewick ICMT
// Names a person in all that a client sends with calls and about them, erases the contact, and searches for it wherever the
// service keeps, shows or logs anything, the disk of the worker too, and again after an earlier database was restored. [whole]
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DatabaseBackup } from '../support/apps/database-backup.js';
import { type Account, openAccount, openPool, serviceEnvironment, until } from '../support/apps/running-service.js';
import { heardTurn, recordingOf } from '../support/builders/planted-call.js';
import { providerSettings, startScriptedProvider } from '../support/builders/scripted-call.js';
import { answerTo } from '../support/matchers/answers.js';
import { everythingIn, everythingOf } from '../support/matchers/everything-kept.js';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.js';
import { completeWith, type OpenAiStub, sentSegments } from '../support/stubs/openai-stub.js';
import { startWebhookReceiver, type WebhookReceiver } from '../support/stubs/webhook-receiver.js';
import { SCORECARD } from './canary-calls.js';
import { expectEnded, exportAll } from './places-of-reports.js';

const CALLS = Number(process.env.ERASED_CALLS ?? 4);
const AT_ONCE = 4;
const PATIENCE_MS = 120_000;
const CONTACT = 'contact-featherstonehaugh';
/** Of the contact, of words that were said, of the file, of its comment, of metadata, of a note and of a correction. */
const CANARIES = ['featherstonehaugh', 'quackenbush', 'snickelway', 'thistlewick', 'gooseberry', 'bramblecombe'];
const OF_THE_FILE = 'cholmondeley';
const TURNS = [
  { channel: 0, text: 'Thank you for calling Northwind, this call is recorded. How can I help?' },
  { channel: 1, text: 'My name is Zebedee Quackenbush, and I have been charged twice.' },
  { channel: 0, text: 'I am sorry to hear that. And where do you live?' },
  { channel: 1, text: 'It is the house behind Snickelway chapel.' },
] as const;

let environment: Awaited<ReturnType<typeof serviceEnvironment>>;
let db: ReturnType<typeof openPool>;
let redis: Redis;
let provider: OpenAiStub;
let receiver: WebhookReceiver;
let running: ServiceProcess;
let backup: DatabaseBackup;
let account: Account;
/** Of processes that have ended. */
let logged = '';

beforeAll(async () => {
  provider = await startScriptedProvider({
    transcribe: (request) => heardTurn(TURNS, request),
    chat: (request) => {
      const said = sentSegments(request).map(({ text }) => text);
      if (!JSON.stringify(request.json?.messages).includes('evaluation form')) return undefined;
      const rationale = said.join(' ').slice(0, 900);
      return completeWith({ answers: [{ question: 'helped', answer: 'yes', confidence: 0.9, rationale, quotes: [] }] });
    },
  });
  receiver = await startWebhookReceiver();
  environment = await serviceEnvironment({
    ...providerSettings(provider),
    PROVIDER_CONCURRENCY: '4',
    LOG_LEVEL: 'trace',
    FREE_INCLUDED_MINUTES: '10000',
    WORKER_SWEEP_SECONDS: '1',
  });
  // All that a worker writes to its disk lies below one folder.
  const temporary = join(environment.dataDir, 'temporary');
  await mkdir(temporary);
  Object.assign(environment.env, { TMPDIR: temporary, CACHE_DIR: join(environment.dataDir, 'cache') });
  db = openPool(environment.databaseUrl);
  redis = new Redis(environment.env.REDIS_URL ?? '');
  running = await startServiceProcess(environment.env);
  const start = async () => {
    running = await startServiceProcess(environment.env);
  };
  const takeDown = async () => {
    await running.kill();
    logged += running.output();
    return start;
  };
  backup = new DatabaseBackup({ env: environment.env, takeDown });
  account = await openAccount(`${environment.rootUrl}/api/v1`, environment.dataDir);
});
afterAll(async () => {
  await running?.kill();
  redis?.disconnect();
  await db?.end();
  await Promise.all([receiver?.close(), provider?.close()]);
  await backup?.drop();
  await environment?.dispose();
});

async function ask(method: string, path: string, body?: object | FormData, key?: string) {
  const isForm = body instanceof FormData;
  const response = await fetch(`${environment.rootUrl}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${isForm ? account.liveKey : account.accessToken}`,
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    body: body === undefined ? null : isForm ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return answerTo(`${method} ${path}`, { status: response.status, text, body: isJson ? JSON.parse(text) : null });
}

/** A recording whose header has a comment that names the person. */
function commented(recording: Buffer): Buffer {
  const comment = Buffer.from('LIST\0\0\0\0INFOICMT\0\0\0\0of thistlewick   ');
  comment.writeUInt32LE(comment.length - 8, 4);
  comment.writeUInt32LE(comment.length - 20, 16);
  const whole = Buffer.concat([recording, comment]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

async function submit(number: number): Promise<string> {
  const form = new FormData();
  const metadata = JSON.stringify({ campaign: `gooseberry ${number}` });
  const fields = { agent_id: 'a', contact_id: CONTACT, webhook_url: receiver.url, metadata };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const recording = commented(recordingOf(TURNS, 10 * number));
  form.set('audio_file', new Blob([new Uint8Array(recording)]), `${OF_THE_FILE}-${number}.wav`);
  const sent = await ask('POST', '/analysis', form, `submission-${number}`);
  await expect(sent).toAnswer(201);
  const { id } = sent.body;
  const ended = async () => {
    const { body } = await ask('GET', `/analysis/${id}`);
    return body.status !== 'processing' && body;
  };
  expect(await until(ended, `call ${number}`, PATIENCE_MS)).toBeInStatus('completed');
  return id;
}

/** Has the call evaluated, reviewed with a note, corrected, linked, and read. */
async function workOn(id: string, scorecard: string): Promise<void> {
  await expect(await ask('POST', `/analysis/${id}/evaluations`, { scorecard_id: scorecard })).toAnswer(201);
  const evaluated = async () => {
    const { body } = await ask('GET', `/analysis/${id}/evaluations`);
    return body.items.some(({ status }: { status: string }) => status === 'completed');
  };
  await until(evaluated, 'the evaluation', PATIENCE_MS);
  const note = 'Bramblecombe was polite';
  await expect(await ask('POST', `/analysis/${id}/reviews`, { reviewer_id: 'r', note })).toAnswer(201);
  for (const path of [`/analysis/${id}?include=words`, `/analysis/${id}/transcript?format=srt`, '/search?q=snickelway'])
    await expect(await ask('GET', path)).toAnswer(200);
  await expect(await ask('POST', `/analysis/${id}/report-link`)).toAnswer(201);
}

/** Every file below the folder of the service, with its name; mails are what other people got. */
async function filesKept(): Promise<string> {
  const entries = await readdir(environment.dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('outbox'));
  const texts = files.map(
    async ({ parentPath, name }) => `${name}\n${await readFile(join(parentPath, name), 'latin1')}`,
  );
  return (await Promise.all(texts)).join('\n');
}

async function found(): Promise<Record<string, string[]>> {
  const places = {
    tables: await everythingOf(db),
    files: await filesKept(),
    redis: await everythingIn(redis),
    log: logged + running.output(),
  };
  for (const [place, text] of Object.entries(places))
    expect(text.length, `what was searched of ${place}`).toBeGreaterThan(100);
  const within = (text: string) => {
    const lower = text.toLowerCase();
    return [...CANARIES, OF_THE_FILE].filter((canary) => lower.includes(canary));
  };
  return Object.fromEntries(Object.entries(places).map(([place, text]) => [place, within(text)]));
}

it(`${CALLS} calls of a person are nowhere once they are erased, and after yesterday's database was restored`, async () => {
  const { body: card } = await ask('POST', '/scorecards', { name: 'Who calls' });
  const { body: draft } = await ask('POST', `/scorecards/${card.id}/revisions`, SCORECARD);
  await ask('POST', `/scorecards/${card.id}/revisions/${draft.revision}/publish`);
  const calls: string[] = [];
  for (let number = 1; number <= CALLS; number += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, CALLS - number + 1) }, (_, at) => submit(number + at));
    calls.push(...(await Promise.all(some)));
  }
  for (const id of calls) await workOn(id, card.id);
  await receiver.requests(CALLS);
  const files = await exportAll((...request) => ask(...request));
  // What is searched for is there, but in the log.
  const before = await found();
  expect(before.tables?.toSorted(), 'named in tables').toEqual(
    CANARIES.filter((canary) => canary !== 'thistlewick').toSorted(),
  );
  expect(before.files, 'named in files').toEqual(expect.arrayContaining(['thistlewick', 'quackenbush']));
  expect(before.log, 'named in the log').toEqual([]);
  await backup.make();

  const asked = await ask('POST', '/erasures', { contact_id: CONTACT, reason: 'A request' });
  await expect(asked).toAnswer(201);
  const completed = async () => (await ask('GET', `/erasures/${asked.body.id}`)).body.status === 'completed';
  await until(completed, 'the erasure', PATIENCE_MS);
  const nothing = { tables: [], files: [], redis: [], log: [] };
  expect(await found(), 'after the erasure').toEqual(nothing);
  await expectEnded((...request) => ask(...request), files);
  for (const canary of CANARIES)
    expect((await ask('GET', `/search?q=${canary}`)).body.total, `calls found by ${canary}`).toBe(0);

  const start = await backup.restore();
  expect((await everythingOf(db)).toLowerCase(), 'the restored database').toContain('quackenbush');
  await start();
  for (const id of calls) await expect(await ask('GET', `/analysis/${id}`)).toAnswer(404);
  await until(completed, 'the erasure of what came back', PATIENCE_MS);
  expect(await found(), 'after the restored database was erased').toEqual(nothing);
}, 1_800_000);
