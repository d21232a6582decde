// One poll serves all listeners of a process, and a listener that disconnects leaves nothing behind.
import { randomUUID } from 'node:crypto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import pg from 'pg';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { TokensService } from '../../../src/accounts/auth/tokens.service.js';
import { AnalysisReader } from '../../../src/calls/analysis-reader.js';
import { type AnalysisEvent, AnalysisEvents } from '../../../src/calls/events/analysis-events.service.js';
import { loadConfig } from '../../../src/platform/config/config.js';
import { createApp } from '../../../src/program/app.js';
import { ApiModule } from '../../../src/program/compositions.js';
import { type Account, openAccount, openPool, serviceEnvironment, until } from '../../support/apps/running-service.js';
import { EventReader } from '../../support/clients/event-reader.js';

/** One that no test looks at. */
const listener = () => ({ send: () => undefined, end: () => undefined, isAllowed: async () => true });

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
  const newAnalysis = async (owner = accountId) => {
    const id = randomUUID();
    await db.query(
      `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, source_url)
       VALUES ($1, $2, true, 'a', 'c', 'r', 'http://127.0.0.1:8080/a.wav')`,
      [id, owner],
    );
    return id;
  };
  const newAccount = async () => {
    const id = randomUUID();
    await db.query(`INSERT INTO account (id, email, email_folded, password_hash) VALUES ($1::uuid, $2, $2, 'x')`, [
      id,
      `${id}@example.com`,
    ]);
    return id;
  };
  const progress = (id: string, stage: string, percent: number) =>
    db.query('UPDATE analysis SET stage = $2, percent = $3 WHERE id = $1', [id, stage, percent]);
  const follow = (id: string, headers: Record<string, string> = { 'x-api-key': account.liveKey }) => {
    const abort = new AbortController();
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
    expect(events.listenerCount, 'listeners of two clients').toBe(2);
    leaving.leave();
    await until(async () => events.listenerCount === 1, 'the listener to be gone');
    staying.leave();
    await until(async () => events.listenerCount === 0, 'the other listener to be gone');
  });

  it('sends each state once, in order, and never a step back', async () => {
    const id = await newAnalysis();
    const sent: AnalysisEvent[] = [];
    const next = (count: number) => until(async () => sent.length >= count, `${count} events`);
    const stop = events.listen(accountId, id, -1, { ...listener(), send: (event) => sent.push(event) });
    await next(1);
    await progress(id, 'transcribing', 40);
    await next(2);
    // A worker was killed, and the next worker begins with an earlier step. The percentage stays.
    await progress(id, 'measuring', 40);
    const later: AnalysisEvent[] = [];
    const stopLater = events.listen(accountId, id, -1, { ...listener(), send: (event) => later.push(event) });
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
    expect(events.listenerCount, 'listeners that outlive their clients').toBe(0);
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
      expect(vi.getTimerCount(), 'timers that are left').toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('polls once for all listeners', async () => {
    const owners = [accountId, await newAccount(), await newAccount()];
    const ids = await Promise.all(owners.map((owner) => newAnalysis(owner)));
    const queries = vi.spyOn(app.get(DataSource, { strict: false }), 'query');
    const ended: string[] = [];
    let sent = 0;
    for (const [place, id] of ids.entries())
      for (let index = 0; index < 100; index++)
        events.listen(owners[place] ?? '', id, -1, {
          ...listener(),
          send: () => (sent += 1),
          end: () => ended.push(id),
        });
    await until(async () => sent === 300, 'the first state');
    const polls = queries.mock.calls.filter(([statement]) => statement.includes('unnest'));
    expect(polls.length).toBeLessThanOrEqual(2);
    queries.mockRestore();
    await db.query(
      `UPDATE analysis SET status = 'failed', settled_at = now(), error_message = 'No.' WHERE id = ANY($1)`,
      [ids],
    );
    await until(async () => ended.length === 300, 'the end');
    expect(sent, 'events: two for each of 300 clients').toBe(600);
    expect(events.listenerCount, 'listeners that outlive their clients').toBe(0);
  });

  it('limits the number of listeners, and answers the next one with 503', async () => {
    const id = await newAnalysis();
    const owners = await Promise.all(Array.from({ length: 20 }, newAccount));
    const stops = await Promise.all(
      owners.map(async (owner) => {
        const watched = await newAnalysis(owner);
        return Array.from({ length: 100 }, () => events.listen(owner, watched, -1, listener()));
      }),
    );
    const refused = await follow(id);
    await expect(refused.response).toAnswer(503);
    expect(refused.response.headers.get('retry-after')).toBe('5');
    for (const stop of stops.flat()) stop();
    const accepted = await follow(id);
    await expect(accepted.response).toAnswer(200);
    accepted.leave();
    await until(async () => events.listenerCount === 0, 'the listener to be gone');
  });

  it('limits the number of listeners of one account to 100, and answers the next one with 429', async () => {
    const id = await newAnalysis();
    const stops = Array.from({ length: 100 }, () => events.listen(accountId, id, -1, listener()));
    const refused = await follow(id);
    await expect(refused.response).toAnswer(429);
    expect(refused.response.headers.get('retry-after'), 'the header retry-after').toEqual('5');
    expect(JSON.parse(await refused.text())).toEqual({ detail: 'Rate limit exceeded. Try again in 5 seconds.' });
    const stranger = await newAccount();
    events.listen(stranger, await newAnalysis(stranger), -1, listener())();
    for (const stop of stops) stop();
    const accepted = await follow(id);
    await expect(accepted.response).toAnswer(200);
    accepted.leave();
    await until(async () => events.listenerCount === 0, 'the listener to be gone');
  });

  describe('whose credential is no longer good', () => {
    const api = async (method: string, path: string, token: string, body: object) => {
      const response = await fetch(`${environment.rootUrl}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return JSON.parse(text);
    };
    const open = async () => {
      const holder = await openAccount(
        `${environment.rootUrl}/api/v1`,
        environment.dataDir,
        `${randomUUID()}@example.com`,
      );
      const me = await api('POST', '/api-keys', holder.accessToken, { name: 'Streams' });
      const { rows } = await db.query('SELECT id FROM account WHERE email = $1', [holder.email]);
      const ownerId: string = rows[0].id;
      return { ...holder, ownerId, keyId: me.id, key: me.key, analysisId: await newAnalysis(ownerId) };
    };
    type Holder = Awaited<ReturnType<typeof open>>;
    const fail = (id: string) =>
      db.query(`UPDATE analysis SET status = 'failed', settled_at = now(), error_message = 'No.' WHERE id = $1`, [id]);
    const byKey = ({ key }: Holder) => ({ 'x-api-key': key });
    const byToken = ({ accessToken }: Holder) => ({ authorization: `Bearer ${accessToken}` });
    const password = { current_password: 'correct horse battery' };
    /** The statements that look for revoked credentials, also those of requests. */
    const checksFromNow = () => {
      const queries = vi.spyOn(pg.Client.prototype, 'query');
      onTestFinished(() => queries.mockRestore());
      return () =>
        queries.mock.calls.flatMap(([query]) => {
          // Through a pooler they have no names.
          const text = String(Reflect.get(Object(query), 'text'));
          return /AS "(accountVerified|tokenEpoch)"/.test(text) ? [text] : [];
        });
    };
    const revoke = ({ keyId, accessToken }: Holder) => api('DELETE', `/api-keys/${keyId}`, accessToken, {});

    it.each([
      ['a deleted API key', byKey, revoke],
      [
        'a token older than the password',
        byToken,
        (holder: Holder) => api('PUT', '/users/me', holder.accessToken, { ...password, password: 'another password' }),
      ],
      [
        'a token of an erased account',
        byToken,
        (holder: Holder) => api('DELETE', '/users/me', holder.accessToken, password),
      ],
      [
        'a key of an erased account',
        byKey,
        (holder: Holder) => api('DELETE', '/users/me', holder.accessToken, password),
      ],
    ])('are ended within 5 seconds and told nothing more: %s', async (_, credential, end) => {
      const holder = await open();
      const reader = await follow(holder.analysisId, credential(holder));
      await reader.until(({ event }) => event === 'progress');
      await end(holder);
      // A process checks every two seconds. The first check may have been under way already.
      const checks = checksFromNow();
      await reader.end();
      expect(checks().length).toBeLessThanOrEqual(2);
      expect(reader.events.map(({ event }) => event)).toEqual(['progress']);
      await expect((await follow(holder.analysisId, credential(holder))).response).toAnswer(401);
    });

    it('are ended when the access token expires', async () => {
      const holder = await open();
      const token = app
        .get(TokensService, { strict: false })
        ['jwt'].sign(
          { type: 'access', epoch: 0 },
          { subject: holder.ownerId, audience: 'call-analysis-api', jwtid: randomUUID(), expiresIn: 600 },
        );
      const reader = await follow(holder.analysisId, { authorization: `Bearer ${token}` });
      await reader.until(({ event }) => event === 'progress');
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
      try {
        await reader.end();
      } finally {
        vi.useRealTimers();
      }
      expect(reader.events.map(({ event }) => event)).toEqual(['progress']);
    });

    it('get no result, though the call ends in the same moment; the other listeners of the call get it', async () => {
      const holder = await open();
      const revoked = await follow(holder.analysisId, byKey(holder));
      const staying = await follow(holder.analysisId, byToken(holder));
      await Promise.all([revoked, staying].map((one) => one.until(({ event }) => event === 'progress')));
      await revoke(holder);
      await fail(holder.analysisId);
      await Promise.all([revoked.end(), staying.end()]);
      expect(revoked.events.map(({ event }) => event)).toEqual(['progress']);
      expect(staying.events.map(({ event }) => event)).toEqual(['progress', 'failed']);
    });

    it('get no result that was read before the credential was revoked', async () => {
      const holder = await open();
      const reader = await follow(holder.analysisId, byKey(holder));
      await reader.until(({ event }) => event === 'progress');
      const analyses = app.get(AnalysisReader, { strict: false });
      const getJson = analyses.getJson.bind(analyses);
      const reading = vi.spyOn(analyses, 'getJson').mockImplementationOnce(async (...asked) => {
        const json = await getJson(...asked);
        await revoke(holder);
        return json;
      });
      await fail(holder.analysisId);
      await reader.end();
      expect(reading).toHaveBeenCalledTimes(1);
      expect(reader.events.map(({ event }) => event)).toEqual(['progress']);
      reading.mockRestore();
    });

    it('are found with one statement for all keys and one for all tokens', async () => {
      const holders = await Promise.all(Array.from({ length: 5 }, open));
      const readers = await Promise.all(
        holders.flatMap((holder) => [byKey(holder), byToken(holder)].map((as) => follow(holder.analysisId, as))),
      );
      await Promise.all(readers.map((reader) => reader.until(({ event }) => event === 'progress')));
      const checks = checksFromNow();
      await until(async () => checks().length >= 4, 'two checks');
      expect(checks().length).toBeLessThanOrEqual(5);
      for (const reader of readers) reader.leave();
      await until(async () => events.listenerCount === 0, 'the listeners to be gone');
    });
  });
});
