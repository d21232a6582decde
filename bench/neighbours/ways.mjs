// The ways in which one account does its worst. Each begins, and gives back what ends it.
import { createHash, randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { reportProgress } from '../measure/table.mjs';
import { recordingOf } from '../pipeline/calls.mjs';
import { endRetention, eraseContact, storeCallsOfContact, storeOverdueCalls } from './deletions.mjs';
import { RATED_QUESTIONS, rateCalls } from './rated-calls.mjs';
import { batch, maskedScenarios, sources } from './ways-in.mjs';

/** What the default rate limits let an account send. */
const REQUESTS_A_MINUTE = 100;
const LONG_SECONDS = 300;
const QUEUED = 10_000;
const STORED = 2_000;
const QUESTIONS = 50;

/**
 * `prepare`: stores what the way needs before anything is measured. `readsP99`: the bar of the slowest reads, to alone.
 * `fields`: those of the quiet account's calls.
 * @type {readonly {name: string, title: string, begin: (world: object) => Promise<() => Promise<void>>,
 *   prepare?: (world: object) => Promise<void>, readsP99?: number, fields?: Record<string, string>}[]}
 */
export const WAYS = [
  { name: 'slow-calls', title: 'calls of five minutes', begin: slowCalls },
  { name: 'many-calls', title: `${QUEUED} queued calls`, begin: manyCalls },
  { name: 'drips', title: 'downloads that drip, beside slow calls', begin: dripsAndSlowCalls },
  { name: 'ten-hour-calls', title: 'calls of ten hours', begin: tenHourCalls },
  { name: 'evaluations', title: 'evaluations by a model', begin: evaluations },
  { name: 'rescores', title: 'jobs that judge stored calls again', begin: rescores },
  { name: 'tries', title: 'tries of a draft', begin: tries },
  { name: 'scenarios', title: 'scenarios of two hours, and slow ones', begin: scenarios },
  {
    name: 'masked-scenarios',
    title: 'ten batches of scenarios of two hours that are masked',
    begin: maskedScenarios,
    fields: { redact: 'pci' },
  },
  { name: 'reads', title: 'searches, lists, exports and report pages', begin: reads },
  { name: 'statistics', title: 'statistics of thousands of empty days', begin: statistics, readsP99: 2 },
  {
    name: 'wide-bodies',
    title: 'batches of as many members as are taken, and of more',
    begin: wideBodies,
    readsP99: 2,
  },
  { name: 'agreement', title: 'agreement of 20 people on 200 calls', begin: agreement, readsP99: 1.2 },
  {
    name: 'retention',
    title: 'very many calls whose retention has ended',
    prepare: storeOverdueCalls,
    begin: endRetention,
    readsP99: 1.5,
  },
  {
    name: 'erasure',
    title: 'a contact with 10,000 calls that is erased',
    prepare: storeCallsOfContact,
    begin: eraseContact,
    readsP99: 1.5,
  },
  { name: 'streams', title: 'event streams', begin: streams },
  { name: 'uploads', title: 'uploads that drip', begin: uploads },
  { name: 'forms', title: 'large forms that are checked', begin: forms },
  { name: 'dead-webhooks', title: 'webhooks to a receiver that never answers', begin: deadWebhooks },
  { name: 'batch', title: 'a batch of 100,000 lines', begin: batch },
  {
    name: 'ten-accounts',
    title: 'ten accounts, each in a way of its own',
    begin: tenAccounts,
    fields: { redact: 'pci' },
  },
  { name: 'sources', title: '20 buckets that refuse, hang and list without end', begin: sources, readsP99: 1.2 },
];

/** Calls, downloads, jobs, masking, requests and buckets together: each account at most 100 requests a minute. */
async function tenAccounts(world) {
  const ways = [
    slowCalls,
    dripsAndSlowCalls,
    evaluations,
    rescores,
    tries,
    statistics,
    wideBodies,
    batch,
    maskedScenarios,
    sources,
  ];
  const ends = [];
  for (const begin of ways) ends.push(await begin({ ...world, busy: await world.addParty() }));
  return async () => {
    await Promise.all(ends.map((end) => end()));
  };
}

async function slowCalls({ busy }) {
  const audio = await recordingOf(LONG_SECONDS);
  for (let n = 0; n < 24; n++) await busy.submit(audio);
  return nothing;
}

async function manyCalls({ busy, stores, recording }) {
  const id = await busy.submit(recording);
  await stores.query(
    `WITH copies AS (
       INSERT INTO analysis
       SELECT (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'status', 'processing', 'stage', 'queued', 'fence', 0,
         'lease_until', NULL, 'settled_at', NULL))).*
       FROM analysis AS a, generate_series(2, $2::int) WHERE a.id = $1
       RETURNING id)
     INSERT INTO minutes_reservation
     SELECT (jsonb_populate_record(r, jsonb_build_object('analysis_id', copies.id))).*
     FROM copies, minutes_reservation AS r WHERE r.analysis_id = $1`,
    [id, QUEUED],
  );
  await pause(6_000);
  return nothing;
}

async function dripsAndSlowCalls(world) {
  const { busy, drips } = world;
  for (let n = 0; n < 50; n++)
    await busy.ask('/analysis/', {
      body: { agent_id: 'agent-7', contact_id: 'contact-42', audio_url: `${drips.address}/${n}` },
    });
  return slowCalls(world);
}

async function tenHourCalls({ busy, hours }) {
  const [head, ...sound] = await splitWav(await recordingOf(LONG_SECONDS));
  const audio = new Blob([head, ...Array.from({ length: (hours * 3600) / LONG_SECONDS }, () => sound).flat()]);
  for (let n = 0; n < 5; n++) await busy.submit(audio);
  await pause(2_000);
  return nothing;
}

/** In one channel, so that ten hours stay below the largest upload. */
async function splitWav(wav) {
  const bytes = Buffer.from(await wav.arrayBuffer());
  const at = bytes.indexOf('data') + 8;
  const [channels, bits] = [bytes.readUInt16LE(22), bytes.readUInt16LE(34)];
  const step = (channels * bits) / 8;
  const sound = Buffer.alloc(Math.floor((bytes.length - at) / step));
  // The high byte of a sample of 16 bits, as unsigned samples of 8.
  for (let n = 0; n < sound.length; n++) sound[n] = bytes.readInt8(at + n * step + 1) + 128;
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(0xffffffff, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(8_000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(0xffffffff, 40);
  return [head, sound];
}

async function evaluations(world) {
  const { busy } = world;
  const calls = await copyCalls(world, STORED);
  const card = await addCard(world);
  return repeat(busy, (n) => ({
    path: '/evaluations',
    body: { analysis_id: calls[n % calls.length], scorecard_id: card },
  }));
}

async function rescores(world) {
  await copyCalls(world, STORED);
  for (let n = 0; n < 5; n++) await world.busy.ask('/rescores', { body: { scorecard_id: await addCard(world) } });
  await pause(2_000);
  return nothing;
}

async function tries(world) {
  const calls = await copyCalls(world, STORED);
  const card = await addCard(world);
  return repeat(world.busy, (n) => ({
    path: `/scorecards/${card}/revisions/1/try`,
    body: { analysis_ids: Array.from({ length: 10 }, (_, k) => calls[(10 * n + k) % calls.length]) },
  }));
}

function scenarios({ busy }) {
  return repeat(busy, (n) => ({
    path: '/analysis/',
    key: busy.testKey,
    body: { agent_id: 'agent-7', contact_id: 'contact-42', scenario: n % 2 === 0 ? 'long_call' : 'slow' },
  }));
}

async function reads(world) {
  const { busy } = world;
  await copyCalls(world, 20_000);
  const paths = [
    '/analysis/?search=e&limit=1000',
    '/analysis/?limit=1000&skip=19000',
    `/analysis/${busy.callId}?include=words`,
    `/analysis/${busy.callId}/report`,
    '/analysis/export?format=csv',
  ];
  return repeat(busy, (n) => ({ path: paths[n % paths.length] }));
}

function statistics({ busy }) {
  const days = 'group_by=day&compare=previous&created_after=2013-01-01T00:00:00Z&created_before=2026-06-01T00:00:00Z';
  return repeat(busy, (n) => ({
    path: `/statistics?${days}&timezone=${n % 2 === 0 ? 'Europe/Berlin' : 'Asia/Kathmandu'}`,
  }));
}

async function agreement(world) {
  const card = await addCard(world, RATED_QUESTIONS);
  await rateCalls(world, { calls: await copyCalls(world, STORED), card });
  const startedAt = performance.now();
  await world.busy.ask(`/scorecards/${card}/agreement`);
  reportProgress(`Counted once, beside nothing: ${Math.round(performance.now() - startedAt)} ms`);
  return repeat(world.busy, () => ({ path: `/scorecards/${card}/agreement` }));
}

function wideBodies({ busy }) {
  const members = (name, count) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`${name}_${n}`, n]));
  const items = Array.from({ length: 1_000 }, (_, n) => ({ agent_id: 'a', metadata: members(`key_${n}`, 50) }));
  const requests = [
    { path: '/batches', body: { items } },
    { path: '/scorecards', body: { name: Array.from({ length: 19 }, (_, n) => members(`unknown_${n}`, 999)) } },
    { path: '/batches', body: members('unknown', 200_000) },
  ].map(({ path, body }) => ({ path, body: JSON.stringify(body) }));
  return repeat(busy, (n) => requests[n % requests.length]);
}

async function streams({ busy, api, recording }) {
  const ended = new AbortController();
  const id = await busy.submit(recording);
  for (let n = 0; n < 100; n++) {
    void fetch(`${api.base}/api/v1/analysis/${id}/events`, {
      headers: { 'x-api-key': busy.key },
      signal: ended.signal,
    }).catch(() => undefined);
  }
  await pause(1_000);
  return async () => ended.abort();
}

async function uploads({ busy, api }) {
  const open = Array.from({ length: REQUESTS_A_MINUTE }, () => {
    const sent = httpRequest(`${api.base}/api/v1/analysis/`, {
      method: 'POST',
      headers: {
        'x-api-key': busy.key,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': 400_000_000,
      },
    }).on('error', () => undefined);
    sent.write('--b\r\nContent-Disposition: form-data; name="audio_file"; filename="a.wav"\r\n\r\nRIFF');
    return { sent, drip: setInterval(() => sent.write(Buffer.alloc(65_536)), 100) };
  });
  await pause(1_000);
  return async () => {
    for (const { sent, drip } of open) {
      clearInterval(drip);
      sent.destroy();
    }
  };
}

async function forms(world) {
  const card = await addCard(world);
  const alternatives = Array.from({ length: 40 }, (_, n) => `word${n}`).join('|');
  const any = Array.from({ length: 50 }, (_, n) => `call (${alternatives}) ... (is|was|be) recorded${n}`);
  const questions = Array.from({ length: 20 }, (_, n) => ({
    ...question(`q${n}`),
    judge: { kind: 'phrases', any, none: [], answer: 'yes', otherwise: 'no' },
  }));
  const form = { pass_mark: null, min_coverage: 0, sections: [{ key: 'all', title: 'All', weight: 1, questions }] };
  return repeat(world.busy, () => ({ path: `/scorecards/${card}/revisions`, body: { form } }));
}

async function deadWebhooks({ busy, drips, recording }) {
  for (let n = 0; n < 40; n++) await busy.submit(recording, { webhook_url: `${drips.address}/hook` });
  return nothing;
}

/** A burst of all requests of a minute, then as many a minute. Refusals belong to it. */
async function repeat(busy, requestOf) {
  let ended = false;
  let sent = 0;
  const send = () => {
    const { path, ...rest } = requestOf(sent++);
    return busy.ask(path, { ...rest, expected: false }).catch(() => undefined);
  };
  const burst = Array.from({ length: REQUESTS_A_MINUTE }, send);
  const going = (async () => {
    while (!ended) {
      await pause(60_000 / REQUESTS_A_MINUTE);
      if (!ended) void send();
    }
  })();
  void burst;
  await pause(1_000);
  return async () => {
    ended = true;
    await going;
  };
}

async function nothing() {}

/** As if so many calls like the account's first one had been completed before. @returns their ids */
async function copyCalls({ stores, busy }, count) {
  const copies = await stores.query(
    `WITH copies AS (
       INSERT INTO analysis
       SELECT (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid()))).*
       FROM analysis AS a, generate_series(1, $2::int) WHERE a.id = $1
       RETURNING id)
     INSERT INTO analysis_payload
     SELECT (jsonb_populate_record(p, jsonb_build_object('analysis_id', copies.id))).*
     FROM copies, analysis_payload AS p WHERE p.analysis_id = $1 RETURNING analysis_id`,
    [busy.callId, count],
  );
  return copies.map(({ analysis_id }) => analysis_id);
}

function question(key) {
  return {
    key,
    text: 'Did the agent greet the customer?',
    guidance: null,
    speaker: 'agent',
    weight: 1,
    within: null,
    answers: [
      { key: 'yes', label: 'Yes', points: 1, needs_quote: false, auto_fail: false },
      { key: 'no', label: 'No', points: 0, needs_quote: false, auto_fail: false },
    ],
    na: false,
    applies_if: null,
    automation: 'score',
  };
}

/** @returns the id of a scorecard with a published form of questions for a language model */
async function addCard({ stores, busy }, count = QUESTIONS) {
  const questions = Array.from({ length: count }, (_, n) => ({ ...question(`q${n}`), judge: { kind: 'model' } }));
  const section = { key: 'opening', title: 'Opening', weight: 1, questions };
  const form = JSON.stringify({ pass_mark: null, min_coverage: 0, sections: [section] });
  const id = randomUUID();
  await stores.query(
    `INSERT INTO scorecard (id, account_id, livemode, name, last_revision, published_revision)
     VALUES ($1, $2, true, 'Bench', 1, 1)`,
    [id, busy.accountId],
  );
  await stores.query(
    `INSERT INTO scorecard_revision (scorecard_id, number, status, form, content_hash) VALUES ($1, 1, 'published', $2, $3)`,
    [id, form, createHash('sha256').update(form).digest()],
  );
  return id;
}
