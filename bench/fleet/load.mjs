// What a fleet is given to do: calls, readings, and a receiver of notifications.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const SUBMITTERS = 8;
const POLL_MS = 250;
const READ_EVERY_MS = 50;

/** Counts notifications by the call that they are of. */
export async function startReceiver(host) {
  const seen = new Map();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const { id } = JSON.parse(body).data;
    seen.set(id, (seen.get(id) ?? 0) + 1);
    response.end();
  }).listen(0, host);
  await once(server, 'listening');
  return { url: `http://${host}:${server.address().port}/`, seen, close: () => server.close() };
}

/** Submits calls. Each is sent again under its key, to the next API process, until one accepts it. */
export class Load {
  accepted = [];
  retries = 0;

  constructor(fleet, audio) {
    this.fleet = fleet;
    this.audio = audio;
  }

  /** @param waiting calls in progress at which no further one is sent */
  async submit(count, { waiting = Number.POSITIVE_INFINITY, isOver = () => false } = {}) {
    let begun = 0;
    const some = async () => {
      while (begun < count && !isOver()) {
        if ((await inProgress(this.fleet)) < waiting) await this.one(begun++);
        else await wait(POLL_MS);
      }
    };
    await Promise.all(Array.from({ length: SUBMITTERS }, some));
  }

  async one(number) {
    const { apis, key, receiver } = this.fleet;
    const headers = { 'x-api-key': key, 'idempotency-key': randomUUID() };
    for (let turn = number; ; turn++) {
      const body = new FormData();
      for (const [name, value] of [
        ['agent_id', 'agent-7'],
        ['contact_id', 'c'],
        ['webhook_url', receiver.url],
      ])
        body.set(name, value);
      body.set('audio_file', this.audio, 'call.wav');
      const sent = { method: 'POST', headers, body, signal: AbortSignal.timeout(60_000) };
      const answer = await fetch(`${apis[turn % apis.length].base}/api/v1/analysis/`, sent).catch(() => null);
      if (answer?.status === 201) return this.accepted.push((await answer.json()).id);
      if (answer && answer.status < 500 && answer.status !== 409)
        throw new Error(`${answer.status} ${await answer.text()}`);
      this.retries += 1;
      await wait(200);
    }
  }
}

/** Reads lists and single calls all the time, and keeps how long each took and how many were refused. */
export class Readings {
  times = [];
  refused = 0;
  isOver = false;

  constructor({ apis, key }, load) {
    this.running = (async () => {
      for (let n = 0; !this.isOver; n++) {
        const last = load.accepted.at(-1);
        const path = n % 2 && last ? `/${last}` : '?limit=20&view=summary';
        const startedAt = performance.now();
        const sent = { headers: { 'x-api-key': key }, signal: AbortSignal.timeout(40_000) };
        const url = `${apis[n % apis.length].base}/api/v1/analysis${path}`;
        const isRead = await fetch(url, sent).then(
          async (answer) => answer.ok && (await answer.text()) !== '',
          () => false,
        );
        if (isRead) this.times.push(performance.now() - startedAt);
        else this.refused += 1;
        await wait(READ_EVERY_MS);
      }
    })();
  }

  /** Of the readings since the last time. */
  take() {
    const sorted = this.times.sort((a, b) => a - b);
    const figures = {
      'p50 of reads, ms': sorted[sorted.length >> 1],
      'p99 of reads, ms': sorted[Math.floor(sorted.length * 0.99)],
      refused: this.refused,
    };
    [this.times, this.refused] = [[], 0];
    return figures;
  }

  stop() {
    this.isOver = true;
    return this.running;
  }
}

/** 0 while Postgres is away. */
export async function inProgress({ query }) {
  const found = await query(`SELECT count(*)::int AS n FROM analysis WHERE status = 'processing'`).catch(() => []);
  return found[0]?.n ?? 0;
}
