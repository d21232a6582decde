// Receivers, senders and the queue fail in every known way at the same time: each event arrives or is visibly failed. [whole]
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { Redis } from 'ioredis';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Config } from '../../../src/platform/config/config.js';
import { DeliveryClaims } from '../../../src/webhooks/delivery/delivery-claims.js';
import {
  type AttemptRow,
  type Backing,
  type DeliveryRow,
  startBacking,
  WebhookApp,
} from '../../support/apps/webhook-app.js';
import { randomFrom } from '../../support/audio/audio-fixtures.js';
import { eventually, maxWaitMs } from '../../support/processes/eventually.js';
import { freePort } from '../../support/processes/free-port.js';
import { type Behaviour, startWebhookReceiver, type WebhookReceiver } from '../../support/stubs/webhook-receiver.js';

const SEED = 20_260_518;
const WAITS_MS = Array.from({ length: 9 }, () => 60);
/** Of an attempt at a receiver that will not answer, instead of the sender's 15 s. A slow machine must not end the others. */
const SILENCE_TIMEOUT_MS = 250;

/** A server on a private address, which the service must never connect to. Counts connections, not only requests. */
async function startCanary() {
  const touched: string[] = [];
  const server = createServer((socket) => {
    touched.push(`port ${socket.remotePort}`);
    socket.destroy();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { touched, port, close: () => new Promise<void>((done) => server.close(() => done())) };
}

/** Replies that end with the attempt alone. */
const SILENCE: Record<string, Behaviour> = {
  hang: () => undefined,
  slowHead: ({ socket }) => {
    socket?.write('HTTP/1.1 200 OK\r\nx-slow: ');
    const timer = setInterval(() => socket?.write('.'), 20);
    socket?.on('error', () => undefined).once('close', () => clearInterval(timer));
  },
};

/** Replies after which the sender must try again. */
function faults(canaryPort: number): Record<string, Behaviour> {
  const redirect =
    (status: number, host: string): Behaviour =>
    (response) =>
      response.writeHead(status, { location: `http://${host}:${canaryPort}/latest/meta-data` }).end();
  return {
    ...SILENCE,
    reset: (response) => response.socket?.resetAndDestroy(),
    close: (response) => response.socket?.end(),
    error: (response) => response.writeHead(500).end('no'),
    busy: (response) => response.writeHead(503, { 'retry-after': '0' }).end(),
    malformed: (response) => response.socket?.end('this is not HTTP\r\n\r\n'),
    cutHead: (response) => response.socket?.end('HTTP/1.1 200 OK\r\ncontent-ty'),
    hugeHead: (response) => response.socket?.end(`HTTP/1.1 200 OK\r\nx-huge: ${'x'.repeat(100_000)}\r\n\r\n`),
    moved: redirect(301, '127.0.0.1'),
    found: redirect(302, 'localhost'),
    temporary: redirect(307, '[::ffff:127.0.0.1]'),
    permanent: redirect(308, '2130706433'),
  };
}

/** Replies with which the receiver has accepted the event. */
const ACCEPTS: Record<string, Behaviour> = {
  ok: (response) => response.writeHead(200).end(),
  empty: (response) => response.writeHead(204).end(),
  hugeBody: (response) => {
    const chunk = Buffer.alloc(65_536);
    const writeOn = () => {
      while (!response.destroyed && response.write(chunk)) {}
    };
    response.writeHead(200).on('drain', writeOn);
    writeOn();
  },
  slowBody: (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 20);
    response.once('close', () => clearInterval(timer));
  },
};
const GONE: Behaviour = (response) => response.writeHead(410).end();

interface Script {
  /** One for each request; the last one answers all that follow. */
  readonly behaviours: readonly Behaviour[];
  readonly ends: 'delivered' | 'failed';
}

interface ScriptedEvent {
  /** Tells the events of one receiver apart. */
  readonly path: string;
  readonly accountId: string;
  readonly ends: Script['ends'];
}

interface LoggedAttempt extends AttemptRow {
  readonly delivery_id: string;
  readonly number: number;
}

const DISASTERS = ['flush', 'die', 'close', 'die and flush', 'flush', 'close and flush'];

describe('deliveries in chaos', () => {
  let backing: Backing;
  let app: WebhookApp;
  let receivers: WebhookReceiver[];
  let canary: Awaited<ReturnType<typeof startCanary>>;
  /** What the receiver will do with the next request to the path. */
  let nextAt: (path: string) => Behaviour | undefined = () => undefined;

  beforeAll(async () => {
    backing = await startBacking();
    canary = await startCanary();
    receivers = await Promise.all(Array.from({ length: 5 }, startWebhookReceiver));
  });
  afterEach(() => app?.app.close());
  afterAll(async () => {
    await Promise.all(receivers.map((receiver) => receiver.close()));
    await canary.close();
    await backing.drop();
  });

  async function start(config: Config): Promise<void> {
    const silences = Object.values(SILENCE);
    const timeoutMsOf = (url: string) => {
      const next = nextAt(new URL(url).pathname);
      return next && silences.includes(next) ? SILENCE_TIMEOUT_MS : maxWaitMs();
    };
    app = await WebhookApp.start(config, { waitsMs: WAITS_MS, timeoutMsOf });
  }

  /** No attempt is recorded any more, as when the process is killed: rows stay claimed. @returns attempts that were lost */
  async function die(addEvents: () => Promise<void>): Promise<number> {
    const unrecorded = vi
      .spyOn(app.app.get(DeliveryClaims), 'recordAttempt')
      .mockRejectedValue(new Error('the process died'));
    // Every earlier delivery may have been recorded already.
    await addEvents();
    await eventually(() => expect(unrecorded.mock.calls.length, 'attempts that were not recorded').toBeGreaterThan(0));
    await app.app.close();
    return unrecorded.mock.calls.length;
  }

  async function emptyTheQueue(): Promise<void> {
    const redis = new Redis(backing.redisUrl);
    await redis.flushdb();
    redis.disconnect();
  }

  /** Lets every receiver follow the scripts. @returns paths whose event a receiver has accepted */
  function followScripts(scripts: ReadonlyMap<string, Script>): ReadonlySet<string> {
    const accepts = Object.values(ACCEPTS);
    const accepted = new Set<string>();
    const requests = new Map<string, number>();
    nextAt = (path) => {
      const behaviours = scripts.get(path)?.behaviours ?? [];
      return behaviours[Math.min(requests.get(path) ?? 0, behaviours.length - 1)];
    };
    for (const receiver of receivers) {
      receiver.behave((response, item, request) => {
        const behaviour = nextAt(item.path);
        requests.set(item.path, (requests.get(item.path) ?? 0) + 1);
        if (behaviour && accepts.includes(behaviour)) accepted.add(item.path);
        behaviour?.(response, item, request);
      });
    }
    return accepted;
  }

  async function waitForRequests(count: number): Promise<void> {
    const soFar = () => receivers.reduce((sum, { received }) => sum + received.length, 0);
    const before = soFar();
    await eventually(() => expect(soFar(), 'requests that receivers got').toBeGreaterThanOrEqual(before + count));
  }

  /** @returns attempts that were lost, and leases that had to be ended */
  async function sufferDisasters(addEvents: (count: number) => Promise<void>) {
    let lostAttempts = 0;
    let endedLeases = 0;
    for (const disaster of DISASTERS) {
      await addEvents(14);
      await waitForRequests(5);
      if (disaster.startsWith('die')) lostAttempts += await die(() => addEvents(5));
      if (disaster.startsWith('close')) await app.app.close();
      if (disaster.endsWith('flush')) await emptyTheQueue();
      if (disaster === 'flush') continue;
      await start(backing.config);
      const ended: [unknown[], number] = await app.sql.query(
        'UPDATE webhook_delivery SET leased_until = now() WHERE leased_until IS NOT NULL RETURNING id',
      );
      endedLeases += ended[1];
    }
    return { lostAttempts, endedLeases };
  }

  it('arrive or are visibly failed: none is lost, sent under another id, or sent elsewhere [fault 84]', async () => {
    const random = randomFrom(SEED);
    const scripts = new Map<string, Script>();
    const accepted = followScripts(scripts);
    const deadReceiver = { url: `http://127.0.0.1:${await freePort()}/hook` };
    await start(backing.config);
    const secrets = new Map<string, string>();
    for (const account of [await app.account(), await app.account(), await app.account()])
      secrets.set(account, (await app.secrets.get(account)).secret);

    const events = new Map<string, ScriptedEvent>();
    const addEvents = async (count: number) => {
      for (let n = 0; n < count; n++) {
        const script = makeScript(random, faults(canary.port));
        const base = script.behaviours.length === 0 ? deadReceiver : pick(random, receivers);
        const url = `${base.url}/${randomUUID()}`;
        const path = new URL(url).pathname;
        scripts.set(path, script);
        const accountId = pick(random, [...secrets.keys()]);
        const { deliveryId } = await app.event(url, { accountId, enqueued: random() < 0.7 });
        events.set(deliveryId, { path, accountId, ends: script.ends });
      }
    };
    const { lostAttempts, endedLeases } = await sufferDisasters(addEvents);
    expect(lostAttempts, 'attempts that died with their sender').toBeGreaterThan(0);
    expect(endedLeases, 'leases that ended before their sender woke up').toBeGreaterThan(0);
    const pending = () => app.sql.query(`SELECT id FROM webhook_delivery WHERE status = 'pending'`);
    await eventually(async () => expect(await pending(), 'deliveries that still wait').toEqual([]));

    const deliveries: DeliveryRow[] = await app.sql.query('SELECT * FROM webhook_delivery');
    const attempts: LoggedAttempt[] = await app.sql.query('SELECT * FROM webhook_attempt ORDER BY delivery_id, number');
    expect(new Set(deliveries.map(({ id }) => id)), 'the deliveries that are there').toEqual(new Set(events.keys()));
    const received = receivers.flatMap((receiver) => receiver.received);
    for (const delivery of deliveries) {
      const { id, status, event_id, next_attempt_at } = delivery;
      const event = events.get(id);
      expect({ id, status, next_attempt_at }).toEqual({ id, status: event?.ends, next_attempt_at: null });
      if (status === 'delivered') expect(accepted).toContain(event?.path);
      const arrived = received.filter(({ path }) => path === event?.path);
      for (const { headers, body } of arrived) {
        expect(headers['webhook-id'], 'the id that the receiver knows the event by').toBe(event_id);
        const secret = secrets.get(event?.accountId ?? '') ?? '';
        expect(new Webhook(secret).verify(body, headers)).toMatchObject({ id: event_id });
      }
      expectLogged(
        delivery,
        attempts.filter(({ delivery_id }) => delivery_id === id),
      );
    }
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 'different event ids').toBe(
      new Set(received.map(({ path }) => path)).size,
    );
    expect(canary.touched).toEqual([]);
  });

  it('never reach a private address by name or number, and log `bad_url` [fault 87]', async () => {
    const { outbound } = backing.config;
    await start({ ...backing.config, outbound: { ...outbound, allowPrivate: false } });
    const hosts = ['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost', '0.0.0.0'];
    const made = await Promise.all(hosts.map((host) => app.event(`http://${host}:${canary.port}/hook`)));
    for (const { deliveryId } of made) {
      await eventually(async () => {
        const [row] = await app.sql.query('SELECT status FROM webhook_delivery WHERE id = $1', [deliveryId]);
        expect(row).toBeInStatus('failed');
      });
      const logged = await app.sql.query(
        'SELECT DISTINCT status_code, error FROM webhook_attempt WHERE delivery_id = $1',
        [deliveryId],
      );
      expect(logged).toEqual([{ status_code: null, error: 'bad_url' }]);
    }
    expect(canary.touched).toEqual([]);
  });
});

function pick<Item>(random: () => number, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

/** A script without behaviours is for the dead receiver. */
function makeScript(random: () => number, faultsByName: Readonly<Record<string, Behaviour>>): Script {
  const bad = Object.values(faultsByName);
  const kind = random();
  const some = Array.from({ length: Math.floor(random() * 5) }, () => pick(random, bad));
  if (kind < 0.08) return { behaviours: [], ends: 'failed' };
  if (kind < 0.16) return { behaviours: [pick(random, bad)], ends: 'failed' };
  if (kind < 0.26) return { behaviours: [...some, GONE], ends: 'failed' };
  return { behaviours: [...some, pick(random, Object.values(ACCEPTS))], ends: 'delivered' };
}

function expectLogged({ status, attempt_count }: DeliveryRow, logged: readonly LoggedAttempt[]): void {
  // A sender that has lost its claim logs its attempt too, but the delivery does not count it.
  expect(logged.length, `attempts in the log, of ${attempt_count} that are counted`).toBeGreaterThanOrEqual(
    attempt_count,
  );
  // The number of an attempt is its fence, so numbers grow. Attempts of a sender that died are missing.
  expect(logged.map(({ number }) => number)).toEqual(
    [...new Set(logged.map(({ number }) => number))].sort((a, b) => a - b),
  );
  const accepted = logged.filter(({ status_code, error }) => status_code !== null && error === null);
  if (status === 'delivered')
    expect(accepted.length, 'accepted attempts in the log of what was delivered').toBeGreaterThan(0);
  else {
    expect(accepted).toEqual([]);
    if (logged.every(({ status_code }) => status_code !== 410))
      expect(attempt_count, 'attempts of a delivery that failed').toBe(WAITS_MS.length + 1);
  }
}
