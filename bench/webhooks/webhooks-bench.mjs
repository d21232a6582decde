// How fast are notifications sent? The real delivery processor against receivers in this process: all of them alive,
// a tenth refusing connections, a tenth taking requests and never answering; beside it undici alone, with nothing kept.
//   npm run bench:webhooks -- [--deliveries 3000] [--receivers 20]
// Uses the Postgres of DATABASE_URL (a new database is made there and dropped again), else an embedded one.
import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
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
import { WebhookDeliveryModule } from '../../dist/src/webhooks/webhook-delivery.module.js';
import { openStores } from '../measure/stores.mjs';

const { values: given } = parseArgs({
  options: { deliveries: { type: 'string', default: '3000' }, receivers: { type: 'string', default: '20' } },
});
const deliveryCount = Number(given.deliveries);
const receiverCount = Number(given.receivers);
/** A transcript of about 8 kB, as of a call of five minutes. */
const PAYLOAD = {
  text: 'Thank you for calling. '.repeat(100),
  language: 'en',
  segments: Array.from({ length: 50 }, (_, i) => ({
    i,
    start: i * 6,
    end: i * 6 + 5,
    text: 'Thank you for calling. '.repeat(4),
  })),
};
const deadCount = Math.max(1, Math.round(receiverCount / 10));

const stores = await openStores('webhooks');
const loaded = loadConfig({
  DATA_DIR: stores.dataDir,
  DATABASE_URL: stores.databaseUrl,
  REDIS_URL: stores.redisUrl,
  OUTBOUND_ALLOW_PRIVATE: 'true',
});
const config = { ...loaded, redis: { ...loaded.redis, inProcess: stores.redisKind === 'js' } };

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
  await measure(accountId, 'alive', Math.ceil(deliveryCount / 5)); // Warms both up.
  const results = [await bare(), await measure(accountId, 'alive', deliveryCount)];
  results.push(await measure(accountId, 'refusing', deliveryCount), await measure(accountId, 'silent', deliveryCount));
  const [reference, alive] = results;
  console.log(
    `${deliveryCount} deliveries to ${receiverCount} receivers, of the dead rows' ${deadCount} dead; others: rate of the living beside what they had with all alive; queue: ${stores.redisKind ?? 'given'}`,
  );
  console.log(
    `${'sender'.padEnd(34)}${'arrived'.padStart(9)}${'seconds'.padStart(9)}${'per s'.padStart(9)}${'to bare'.padStart(9)}${'others'.padStart(10)}`,
  );
  for (const { title, arrived, seconds } of results) {
    const perSecond = arrived / seconds;
    const to = (other, share = 1) => (perSecond / ((share * other.arrived) / other.seconds)).toFixed(2);
    console.log(
      `${title.padEnd(34)}${String(arrived).padStart(9)}${seconds.toFixed(2).padStart(9)}${perSecond.toFixed(0).padStart(9)}` +
        `${to(reference).padStart(9)}${to(alive, arrived / deliveryCount).padStart(10)}`,
    );
  }
} finally {
  await context?.close();
  await stores.close();
}
// Timers are left that would keep the process although everything is closed; the service, too, ends itself.
process.exit();

/** What reaches living receivers, from the first ring to the last arrival. */
async function measure(accountId, kind, count) {
  const hosts = await openReceivers(kind);
  const ids = await recordDeliveries(
    accountId,
    Array.from({ length: count }, (_, n) => hosts.urls[n % receiverCount]),
  );
  const expected = Array.from({ length: count }, (_, n) => n % receiverCount).filter(
    (n) => kind === 'alive' || n >= deadCount,
  ).length;
  const done = hosts.arrivals(expected);
  const from = performance.now();
  await context.get(Deliveries).ring(ids);
  await done;
  const seconds = (performance.now() - from) / 1000;
  if (kind === 'alive') await untilDelivered(ids);
  // What is left belongs to the dead: out of the way of the next measurement.
  await context.get(DataSource).query(`DELETE FROM webhook_delivery WHERE id = ANY($1)`, [ids]);
  await hosts.close();
  const title = { alive: 'service, all alive', refusing: 'service, 10 % refuse', silent: 'service, 10 % never answer' };
  return { title: title[kind], arrived: expected, seconds };
}

/** The same number of signed requests of the same size with as many connections, and nothing kept of them. */
async function bare() {
  const hosts = await openReceivers('alive');
  const agent = new Agent({ connections: 10, pipelining: 1 });
  const body = JSON.stringify({ event: 'analysis.completed', data: PAYLOAD });
  let next = 0;
  const lane = async () => {
    while (next < deliveryCount) {
      const target = hosts.urls[next++ % receiverCount];
      const id = `evt_${next}`;
      const timestamp = String(Math.floor(Date.now() / 1000));
      const signed = createHmac('sha256', 'a secret').update(`${id}.${timestamp}.${body}`).digest('base64');
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signed}`,
      };
      const answer = await request(target, { method: 'POST', headers, body, dispatcher: agent });
      await answer.body.dump();
    }
  };
  const from = performance.now();
  await Promise.all(Array.from({ length: 100 }, lane));
  const seconds = (performance.now() - from) / 1000;
  await agent.close();
  await hosts.close();
  return { title: 'bare undici, all alive', arrived: deliveryCount, seconds };
}

/** `kind` tells what becomes of the first `deadCount` of them. */
async function openReceivers(kind) {
  const seen = new Set();
  let wanted = Number.POSITIVE_INFINITY;
  let reached = () => undefined;
  const servers = await Promise.all(
    Array.from({ length: receiverCount }, async (_, n) => {
      const server = createServer((incoming, response) => {
        incoming.resume().on('end', () => {
          if (kind === 'silent' && n < deadCount) return;
          response.end();
          seen.add(incoming.headers['webhook-id']);
          if (seen.size >= wanted) reached();
        });
      });
      await new Promise((done) => server.listen(0, '127.0.0.1', done));
      return server;
    }),
  );
  const urls = servers.map((server) => `http://127.0.0.1:${server.address().port}/hook`);
  const close = (server) =>
    new Promise((done) => {
      server.close(done);
      server.closeAllConnections();
    });
  if (kind === 'refusing') await Promise.all(servers.splice(0, deadCount).map(close));
  return {
    urls,
    arrivals: (count) =>
      new Promise((done) => {
        wanted = count;
        reached = done;
      }),
    close: () => Promise.all(servers.map(close)),
  };
}

/** Settled analyses with a delivery each, recorded in one transaction. */
async function recordDeliveries(accountId, urls) {
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
     SELECT id, $2, '{}', '{"summary":"short"}', '{"interruptions":1}', '{"grade":"local"}' FROM unnest($1::uuid[]) id`,
    [analysisIds, JSON.stringify(PAYLOAD)],
  );
  return dataSource.transaction(async (tx) => {
    const ids = [];
    for (const [n, analysisId] of analysisIds.entries()) {
      const delivery = { accountId, analysisId, event: 'analysis.completed', url: urls[n], livemode: true };
      ids.push(await context.get(Deliveries).record(tx, delivery));
    }
    return ids;
  });
}

async function untilDelivered(ids) {
  for (let left = 1; left > 0; ) {
    const [counted] = await context
      .get(DataSource)
      .query(`SELECT count(*)::int AS n FROM webhook_delivery WHERE id = ANY($1) AND status <> 'delivered'`, [ids]);
    left = counted.n;
  }
}
