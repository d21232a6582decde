// One poll serves all listeners of a process, and a listener that disconnects leaves nothing behind.
import { randomUUID } from 'node:crypto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AnalysisEvent, AnalysisEvents } from '../../src/analysis/analysis-events.service.js';
import { createApp } from '../../src/app.js';
import { ApiModule } from '../../src/compositions.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { EventReader } from '../support/event-reader.js';
import { type Account, openAccount, openPool, serviceEnvironment, until } from '../support/running-service.js';

describe('listeners of analyses', () => {
  let environment: Awaited<ReturnType<typeof serviceEnvironment>>;
  let app: NestExpressApplication;
  let events: AnalysisEvents;
  let account: Account;
  let db: ReturnType<typeof openPool>;
  let accountId: string;

  beforeAll(async () => {
    environment = await serviceEnvironment({ PROCESS: 'api' });
    const config = loadConfig(environment.env);
    app = await createApp(ApiModule.with(config), config, pino({ level: 'silent' }));
    await app.listen(config.http.port, config.http.host);
    events = app.get(AnalysisEvents, { strict: false });
    db = openPool(environment.databaseUrl);
    account = await openAccount(`${environment.rootUrl}/api/v1`, environment.dataDir);
    accountId = (await db.query('SELECT id FROM account')).rows[0].id;
  });
  afterAll(async () => {
    await app?.close();
    await db?.end();
    await environment?.dispose();
  });

  /** A call in progress. The test plays the worker and writes its progress into the row. */
  const newAnalysis = async () => {
    const id = randomUUID();
    await db.query(
      `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, source_url)
       VALUES ($1, $2, true, 'a', 'c', 'r', 'http://127.0.0.1:8080/a.wav')`,
      [id, accountId],
    );
    return id;
  };
  const progress = (id: string, stage: string, percent: number) =>
    db.query('UPDATE analysis SET stage = $2, percent = $3 WHERE id = $1', [id, stage, percent]);
  const follow = (id: string) => {
    const abort = new AbortController();
    const headers = { 'x-api-key': account.liveKey };
    return EventReader.open(
      `${environment.rootUrl}/api/v1/analysis/${id}/events`,
      { headers, signal: abort.signal },
      abort,
    );
  };

  it('removes the listener when a client disconnects', async () => {
    const id = await newAnalysis();
    const [staying, leaving] = [await follow(id), await follow(id)];
    await leaving.until(({ event }) => event === 'progress');
    expect(events.listenerCount).toBe(2);
    leaving.leave();
    await until(async () => events.listenerCount === 1, 'the listener to be gone');
    staying.leave();
    await until(async () => events.listenerCount === 0, 'the other listener to be gone');
  });

  it('sends each state once, in order, and never a step back', async () => {
    const id = await newAnalysis();
    const sent: AnalysisEvent[] = [];
    const next = (count: number) => until(async () => sent.length >= count, `${count} events`);
    const stop = events.listen(accountId, id, -1, { send: (event) => sent.push(event), end: () => undefined });
    await next(1);
    await progress(id, 'transcribing', 40);
    await next(2);
    // A worker was killed, and the next worker begins with an earlier step. The percentage stays.
    await progress(id, 'measuring', 40);
    const later: AnalysisEvent[] = [];
    const stopLater = events.listen(accountId, id, -1, { send: (event) => later.push(event), end: () => undefined });
    await until(async () => later.length === 1, 'the step back to be seen');
    await progress(id, 'transcribing', 41);
    await next(3);
    stop();
    stopLater();
    expect(sent.map(({ data }) => JSON.parse(data))).toEqual([
      { stage: 'queued', percent: 0 },
      { stage: 'transcribing', percent: 40 },
      { stage: 'transcribing', percent: 41 },
    ]);
    expect(sent.map(({ id }) => id)).toEqual([...sent.map(({ id }) => id)].sort((a, b) => a - b));
    expect(events.listenerCount).toBe(0);
  });

  it('sends a heartbeat every 15 seconds', async () => {
    const id = await newAnalysis();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const reader = await follow(id);
      await reader.until(({ event }) => event === 'progress');
      vi.advanceTimersByTime(15_000);
      await reader.untilComment();
      expect([reader.comments, reader.events.length]).toEqual([1, 1]);
      reader.leave();
      await until(async () => events.listenerCount === 0, 'the listener to be gone');
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('polls once for all listeners', async () => {
    const ids = await Promise.all(Array.from({ length: 3 }, newAnalysis));
    const queries = vi.spyOn(app.get(DataSource, { strict: false }), 'query');
    const ended: string[] = [];
    let sent = 0;
    for (const id of ids)
      for (let index = 0; index < 100; index++)
        events.listen(accountId, id, -1, { send: () => (sent += 1), end: () => ended.push(id) });
    await until(async () => sent === 300, 'the first state');
    const polls = queries.mock.calls.filter(([statement]) => statement.includes('unnest'));
    expect(polls.length).toBeLessThanOrEqual(2);
    queries.mockRestore();
    await db.query(
      `UPDATE analysis SET status = 'failed', settled_at = now(), error_message = 'No.' WHERE id = ANY($1)`,
      [ids],
    );
    await until(async () => ended.length === 300, 'the end');
    expect(sent).toBe(600);
    expect(events.listenerCount).toBe(0);
  });

  it('limits the number of listeners, and answers the next one with 503', async () => {
    const id = await newAnalysis();
    const stops = Array.from({ length: 2_000 }, () =>
      events.listen(accountId, id, -1, { send: () => undefined, end: () => undefined }),
    );
    const refused = await follow(id);
    expect(refused.response.status).toBe(503);
    expect(refused.response.headers.get('retry-after')).toBe('5');
    for (const stop of stops) stop();
    const accepted = await follow(id);
    expect(accepted.response.status).toBe(200);
    accepted.leave();
  });
});
