import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallAnalysis } from '../../../clients/typescript/src/call-analysis.js';
import { FaultServer, json, type Play } from './fault-server.js';

const FAILED = { id: 'a1', status: 'failed' };

let server: FaultServer;
beforeAll(async () => {
  server = await FaultServer.open();
});
afterAll(() => server.close());

const client = () => new CallAnalysis({ baseUrl: server.url, streamTimeout: 300_000 });
const stream =
  (text: string): Play =>
  (_, response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text);

describe('the events of an analysis', () => {
  it('leave the connection to the next request where there are none', async () => {
    const sockets = new Set<unknown>();
    const noted =
      (play: Play): Play =>
      (request, response) => {
        sockets.add(request.socket);
        return play(request, response);
      };
    server.play(
      noted((_, response) => response.writeHead(204).end()),
      noted(json(200, FAILED)),
    );
    expect(await client().analyses.waitForCompletion('a1')).toEqual(FAILED);
    expect([server.seen.map(({ url }) => url), sockets.size]).toEqual([
      ['/api/v1/analysis/a1/events', '/api/v1/analysis/a1?view=full'],
      1,
    ]);
  });

  it('close the connection to what sends a page in place of them, and ask for the analysis', async () => {
    const closed: Promise<unknown>[] = [];
    server.play(
      (request, response) => {
        closed.push(once(request.socket, 'close'));
        // It does not end.
        response.writeHead(200, { 'content-type': 'text/html' }).write('<html>');
      },
      json(200, FAILED),
    );
    expect(await client().analyses.waitForCompletion('a1')).toEqual(FAILED);
    await Promise.all(closed);
    expect(closed, 'connections to the page').toHaveLength(1);
  });

  it('close the connection when their reader has enough', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    server.play((request, response) => {
      closed = once(request.socket, 'close');
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('id: 4\nevent: progress\ndata: {"stage":"queued","percent":0}\n\n');
    });
    for await (const { id, event } of client().analyses.events('a1')) {
      expect([id, event]).toEqual(['4', 'progress']);
      break;
    }
    await closed;
  });

  it('go on after the last one that was seen', async () => {
    server.play(
      stream('id: 4\nevent: progress\ndata: {"stage":"queued","percent":0}\n\n'),
      stream('id: 9\nevent: failed\ndata: {"id":"a1","status":"failed"}\n\n'),
    );
    const told: number[] = [];
    const seen = await client().analyses.waitForCompletion('a1', { onProgress: ({ percent }) => told.push(percent) });
    expect([seen, told]).toEqual([FAILED, [0]]);
    expect(server.seen.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '4']);
  });

  it('end in an error of the last connection after three that gave none', async () => {
    server.play(stream(': heartbeat\n\n'));
    const events = client().analyses.events('a1');
    await expect(events.next()).rejects.toMatchObject({
      kind: 'connection',
      retryable: true,
      detail: 'The stream of events ended before the analysis was final.',
    });
    expect(server.seen, 'connections for events').toHaveLength(3);
  });

  it('are waited for no longer than the caller wants', async () => {
    server.play((_, response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders());
    await expect(client().analyses.waitForCompletion('a1', { timeout: 100 })).rejects.toMatchObject({
      kind: 'timeout',
      retryable: true,
      detail: 'The analysis was not final within 0.1 s.',
    });
    const signal = AbortSignal.timeout(100);
    await expect(client().analyses.waitForCompletion('a1', { timeout: 60_000, signal })).rejects.toMatchObject({
      kind: 'cancelled',
    });
  });
});
