// A service that takes batches, with the files that their lines and manifests name.
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type BatchClient, batchClient, testKeyOf } from '../clients/batch-client.js';
import { type Account, startTestService, type TestService } from './running-service.js';

/** Counts of rows against the lines themselves; lines whose calls have just ended count as what the row says. */
const ADDS_UP = `
  SELECT b.id, b.status, b.total, l.* FROM batch b, LATERAL (
    SELECT count(*) AS n, count(*) FILTER (WHERE status = 'queued') AS queued,
      count(*) FILTER (WHERE status = 'processing') AS processing, count(*) FILTER (WHERE status = 'completed') AS completed,
      count(*) FILTER (WHERE status = 'failed') AS failed, count(*) FILTER (WHERE status = 'existing') AS existing,
      count(*) FILTER (WHERE status = 'refused') AS refused
    FROM batch_line WHERE batch_id = b.id) AS l
  WHERE NOT b.lines_deleted AND (b.total, b.queued + b.canceled, b.processing, b.completed, b.failed, b.existing, b.refused)
    IS DISTINCT FROM (l.n, l.queued, l.processing, l.completed, l.failed, l.existing, l.refused)`;

/** What the tests of one file share. Each test has an account of its own. */
export class BatchFixture {
  service!: TestService;
  owner!: Account;
  live!: BatchClient;
  test!: BatchClient;
  origin!: string;
  /** Notifications that came to `/hook`. */
  told: { readonly event: string }[] = [];
  /** Answers for recordings and manifests, by path. Others are gone. */
  readonly files = new Map<string, RequestListener>();

  /** @returns the address */
  serve(path: string, content: string | Buffer, headers: Record<string, string> = {}): string {
    this.files.set(path, (_, response) => response.writeHead(200, headers).end(content));
    return `${this.origin}${path}`;
  }

  /** A live call that fails at once: its recording is gone. */
  gone(name: string, more: object = {}) {
    return { agent_id: 'a', contact_id: 'c', external_id: name, audio_url: `${this.origin}/gone.wav`, ...more };
  }
}

/** Started before the tests of the file and stopped after them. After each, the counts of all batches must be of their lines. */
export function useBatches(): BatchFixture {
  const on = new BatchFixture();
  const hear = async (request: IncomingMessage, response: ServerResponse) => {
    on.told.push(JSON.parse(await text(request)));
    response.end();
  };
  const server = createServer((request, response) => {
    if (request.url === '/hook') return void hear(request, response);
    const answer = on.files.get(request.url ?? '') ?? ((_, gone) => gone.writeHead(410).end());
    answer(request, response);
  });
  beforeAll(async () => {
    on.service = await startTestService({
      WORKER_SWEEP_SECONDS: '1',
      ANALYSIS_ENGINE: 'rules',
      PROVIDER_ATTEMPTS: '1',
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    on.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(async () => {
    on.files.clear();
    on.told = [];
    on.owner = await on.service.openAccount();
    on.live = batchClient(on.service, on.owner.accessToken);
    on.test = batchClient(on.service, await testKeyOf(on.service, on.owner));
  });
  afterEach(async () => {
    const { rows } = await on.service.db.query(ADDS_UP);
    expect(rows, 'batches whose counts are not those of their lines').toEqual([]);
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await on.service?.stop();
  });
  return on;
}

/** A call of test mode, which a scenario answers. */
export const scenarioLine = (name: string, more: object = {}) => ({
  agent_id: 'a',
  contact_id: 'c',
  external_id: name,
  scenario: 'good_call',
  ...more,
});
