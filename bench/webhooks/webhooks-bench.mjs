// How fast are notifications sent? The delivery code of the service on Postgres and Redis, compared with plain undici, which
// sends as many bodies of the same size to the same receivers and signs each, but has no rows, leases, attempts or deadlines.
// Both send from this process; the receivers, Postgres and Redis are processes of their own on the same cores. Rounds of both
// alternate, and medians are printed. A round lasts from the first job, or request, to the last arrival; CPU time is this
// process's user and system time until the last delivery is recorded. In the rows with dead receivers a tenth of them refuse
// connections, or accept requests and never answer; these rows show the rate at the receivers that live. All of it is measured
// with bodies of 1.8 kB, a call of half a minute, and of 13 kB, a call of some minutes.
//   npm run bench -- --only webhooks -- [--deliveries 5000] [--receivers 20] [--rounds 5]
// Uses the Postgres of DATABASE_URL (it makes a new database there and drops it at the end), else an embedded one.
import { fork } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { Agent, request } from 'undici';
import { loadConfig } from '../../dist/src/platform/config/config.js';
import { ConfigModule } from '../../dist/src/platform/config/config.module.js';
import { DatabaseModule } from '../../dist/src/platform/database/database.module.js';
import { OperationsModule } from '../../dist/src/platform/operations/operations.module.js';
import { QueueModule } from '../../dist/src/platform/queue/queue.module.js';
import { Deliveries } from '../../dist/src/webhooks/deliveries.service.js';
import { eventBody } from '../../dist/src/webhooks/sending/event-body.js';
import { WebhookDeliveryModule } from '../../dist/src/webhooks/webhook-delivery.module.js';
import { medians } from '../measure/load.mjs';
import { roundsOf } from '../measure/rounds.mjs';
import { openStores } from '../measure/stores.mjs';
import { printFigures, printTable, reportProgress } from '../measure/table.mjs';
import { transcript } from '../measure/transcript.mjs';

const { values: given } = parseArgs({
  options: {
    deliveries: { type: 'string', default: '5000' },
    receivers: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '5' },
    json: { type: 'boolean' },
  },
});
const deliveryCount = Number(given.deliveries);
const receiverCount = Number(given.receivers);
const rounds = Number(given.rounds);
/** Those rows are compared with each other, and need fewer rounds than the ratio to the bare client. */
const DEAD_ROUNDS = 2;
const deadCount = Math.max(1, Math.round(receiverCount / 10));
/** Segments of the transcript, by the length of the call. */
const CALLS = { short: 9, long: 90 };
const PAYLOAD = { results: '{"summary":"short"}', metrics: '{"interruptions":1}', engine: '{"grade":"local"}' };

const stores = await openStores('webhooks');
const loaded = loadConfig({
  DATA_DIR: stores.dataDir,
  DATABASE_URL: stores.databaseUrl,
  REDIS_URL: stores.redisUrl,
  OUTBOUND_ALLOW_PRIVATE: 'true',
});
const config = { ...loaded, redis: { ...loaded.redis, inProcess: stores.redisKind === 'js' } };
const receivers = fork(resolve('bench/webhooks/receivers.mjs'), [String(receiverCount), String(deadCount)]);

class BenchModule {}
let context;
try {
  context = await NestFactory.createApplicationContext(
    {
      module: BenchModule,
      imports: [ConfigModule.with(config), DatabaseModule, OperationsModule, QueueModule, WebhookDeliveryModule],
    },
    { logger: false, abortOnError: false },
  );
  const accountId = randomUUID();
  await context
    .get(DataSource)
    .query(`INSERT INTO account (id, email, email_folded, password_hash) VALUES ($1, 'bench', 'bench', 'none')`, [
      accountId,
    ]);
  for (const [length, segments] of Object.entries(CALLS)) await compare(accountId, length, transcript(segments));
} finally {
  receivers.disconnect();
  await context?.close();
  await stores.close();
}
// Timers are left that would keep this process alive although everything is closed; the service also calls exit().
process.exit();

async function compare(accountId, length, wireTranscript) {
  const body = bodyOf(wireTranscript);
  const bare = () => measureBare(body);
  const service = (kind) => () => measureService(accountId, kind, wireTranscript);
  const measured = {
    ...(await inTurns(`${length} calls`, rounds, { 'bare undici': bare, service: service('alive') })),
    ...(await inTurns(`${length} calls, some receivers dead`, DEAD_ROUNDS, {
      'service, 10 % refuse': service('refusing'),
      'service, 10 % never answer': service('silent'),
    })),
  };
  const bareMedian = medians(measured['bare undici']);
  const aliveMedian = medians(measured.service);
  printTable(
    `${deliveryCount} deliveries of ${(body.length / 1000).toFixed(1)} kB to ${receiverCount} receivers, in the last two rows ` +
      `${deadCount} of them dead; Redis: ${stores.redisKind ?? 'REDIS_URL'}`,
    Object.entries(measured).map(([sender, ofSender]) => {
      const { perSecond, cpuUs } = medians(ofSender);
      const livingShare = /10 %/.test(sender) ? 1 - deadCount / receiverCount : 1;
      return {
        sender,
        'arrived per s': perSecond,
        'to bare': perSecond / bareMedian.perSecond,
        'CPU µs each': cpuUs,
        'CPU to bare': cpuUs / bareMedian.cpuUs,
        'rate at live receivers, to all alive': perSecond / (livingShare * aliveMedian.perSecond),
      };
    }),
  );
  printFigures({ [`webhooks.${length}.cpu`]: aliveMedian.cpuUs / bareMedian.cpuUs });
}

/** Each sender once in each round. The first round is a warm-up. @returns what was measured, by sender */
async function inTurns(title, count, senders) {
  const measured = Object.fromEntries(Object.keys(senders).map((sender) => [sender, []]));
  for (const round of roundsOf(count + 1, 2)) {
    for (const [sender, send] of Object.entries(senders)) {
      const figures = await send();
      if (round > 0) measured[sender].push(figures);
    }
    reportProgress(`${title}: round ${round} of ${count}`);
  }
  return measured;
}

/** The body that the service sends for the rows that recordDeliveries inserts. */
function bodyOf(wireTranscript) {
  const now = new Date();
  return eventBody(
    { event: 'analysis.completed', id: `evt_${'0'.repeat(32)}`, createdAt: now, livemode: true },
    {
      ...{ id: randomUUID(), created_at: now, status: 'completed', livemode: true, agent_id: 'agent-7' },
      ...{ contact_id: 'cust-42', call_started_at: now, direction: 'inbound' },
      ...{ duration_ms: '92340', webhook_url: null, webhook_events: [], custom_metadata: '{}' },
      ...{ settled_at: now, processing_time_ms: '8123', error_message: null, transcript: wireTranscript },
      ...PAYLOAD,
    },
  );
}

/** Records deliveries that are due, enqueues all of them together, and measures until they have arrived. */
async function measureService(accountId, kind, wireTranscript) {
  const urls = await openReceivers(kind);
  const targets = Array.from({ length: deliveryCount }, (_, n) => urls[n % receiverCount]);
  const living = kind === 'alive' ? urls : urls.slice(deadCount);
  const ids = await recordDeliveries(accountId, targets, wireTranscript);
  const measured = await measure(targets.filter((url) => living.includes(url)).length, async () => {
    await context.get(Deliveries).enqueue(ids);
    return () => untilDelivered(living);
  });
  // Deliveries to dead receivers are left: without them the next measurement starts with an empty table.
  await context.get(DataSource).query('DELETE FROM webhook_delivery WHERE id = ANY($1)', [ids]);
  await closeReceivers();
  return measured;
}

/** Sends with undici over as many connections to each receiver as the service may open. */
async function measureBare(body) {
  const urls = await openReceivers('alive');
  const agent = new Agent({ connections: 20, pipelining: 1 });
  let next = 0;
  const lane = async () => {
    while (next < deliveryCount) {
      const target = urls[next++ % receiverCount];
      const id = `evt_${next}`;
      const timestamp = String(Math.floor(Date.now() / 1000));
      const signed = createHmac('sha256', 'a secret').update(`${id}.${timestamp}.`).update(body).digest('base64');
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'CallAnalysis/1',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signed}`,
      };
      const answer = await request(target, { method: 'POST', headers, body, dispatcher: agent });
      await answer.body.dump();
    }
  };
  const measured = await measure(deliveryCount, async () => {
    const lanes = Promise.all(Array.from({ length: 100 }, lane));
    return () => lanes;
  });
  await agent.close();
  await closeReceivers();
  return measured;
}

/** @param begin starts to send, and resolves with a function that waits until this process has done all its work */
async function measure(count, begin) {
  const reached = messageWith('reached');
  receivers.send({ expect: count });
  const cpuBefore = process.cpuUsage();
  const from = performance.now();
  const finished = await begin();
  await reached;
  const seconds = (performance.now() - from) / 1000;
  await finished();
  const { user, system } = process.cpuUsage(cpuBefore);
  return { perSecond: count / seconds, cpuUs: (user + system) / count };
}

async function openReceivers(kind) {
  const opened = messageWith('urls');
  receivers.send({ open: kind });
  return (await opened).urls;
}

async function closeReceivers() {
  const closed = messageWith('closed');
  receivers.send({ close: true });
  await closed;
}

async function messageWith(key) {
  for (;;) {
    const [message] = await once(receivers, 'message');
    if (key in message) return message;
  }
}

/** Inserts settled analyses, and a delivery for each that is due. @returns the ids of the deliveries */
async function recordDeliveries(accountId, urls, wireTranscript) {
  const dataSource = context.get(DataSource);
  const analysisIds = urls.map(() => randomUUID());
  await dataSource.query(
    `INSERT INTO analysis (id, account_id, status, livemode, agent_id, contact_id, request_id, storage_key, duration_ms,
       settled_at, processing_time_ms)
     SELECT id, $1, 'completed', true, 'agent-7', 'cust-42', 'r', 'recordings/x', 92340, now(), 8123 FROM unnest($2::uuid[]) id`,
    [accountId, analysisIds],
  );
  await dataSource.query(
    `INSERT INTO analysis_payload (analysis_id, transcript, words, results, metrics, engine)
     SELECT id, $2, '{}', $3, $4, $5 FROM unnest($1::uuid[]) id`,
    [analysisIds, wireTranscript, PAYLOAD.results, PAYLOAD.metrics, PAYLOAD.engine],
  );
  const recorded = await dataSource.query(
    `INSERT INTO webhook_delivery (id, account_id, analysis_id, event_id, event, url, livemode, status, next_attempt_at)
     SELECT gen_random_uuid(), $1, analysis_id, 'evt_' || replace(gen_random_uuid()::text, '-', ''), 'analysis.completed',
       url, true, 'pending', date_trunc('milliseconds', now())
     FROM unnest($2::uuid[], $3::text[]) AS d (analysis_id, url) RETURNING id`,
    [accountId, analysisIds, urls],
  );
  return recorded.map(({ id }) => id);
}

/** Looks at rows that are still to be sent alone: a look at all of them would be a tenth of what the sender does. */
async function untilDelivered(urls) {
  for (let left = 1; left > 0; ) {
    const [counted] = await context
      .get(DataSource)
      .query(`SELECT count(*)::int AS n FROM webhook_delivery WHERE status = 'pending' AND url = ANY($1)`, [urls]);
    left = counted.n;
    if (left > 0) await setTimeout(20);
  }
}
