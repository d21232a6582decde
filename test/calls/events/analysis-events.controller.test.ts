// The progress of a call as server-sent events, from a service whose worker runs in the same process.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService } from '../../support/apps/running-service.js';
import { providerSettings, recordedCall, startScriptedProvider } from '../../support/builders/scripted-call.js';
import { EventReader } from '../../support/clients/event-reader.js';
import type { OpenAiStub } from '../../support/stubs/openai-stub.js';

describe('GET /analysis/{id}/events', () => {
  let provider: OpenAiStub;
  let service: TestService;
  let account: Account;
  let releaseCalls: () => void = () => undefined;
  let held: Promise<void> = Promise.resolve();
  let stopped = false;

  beforeAll(async () => {
    provider = await startScriptedProvider({
      chat: async () => {
        await held;
        return undefined;
      },
    });
    service = await startTestService({ ...providerSettings(provider), RATE_LIMIT_DEFAULT: '1000' });
    account = await service.openAccount();
  });
  afterAll(async () => {
    releaseCalls();
    if (!stopped) await service?.stop();
    await provider?.close();
  });

  const holdCalls = () => {
    held = new Promise((resolve) => {
      releaseCalls = resolve;
    });
  };
  const submit = async (): Promise<string> => {
    const form = new FormData();
    form.set('agent_id', 'a');
    form.set('contact_id', 'c');
    form.set('audio_file', new Blob([new Uint8Array(recordedCall())]), 'call.wav');
    const response = await fetch(`${service.baseUrl}/analysis`, {
      method: 'POST',
      headers: { 'x-api-key': account.liveKey },
      body: form,
    });
    await expect(response).toAnswer(201);
    return JSON.parse(await response.text()).id;
  };
  const follow = (id: string, headers: Record<string, string> = {}, method = 'GET') => {
    const abort = new AbortController();
    return EventReader.open(
      `${service.baseUrl}/analysis/${id}/events`,
      { method, headers: { 'x-api-key': account.liveKey, ...headers }, signal: abort.signal },
      abort,
    );
  };
  const read = async (id: string) => {
    const response = await fetch(`${service.baseUrl}/analysis/${id}`, { headers: { 'x-api-key': account.liveKey } });
    return JSON.parse(await response.text());
  };
  /** Each answer carries a newly signed link to the recording. */
  const withoutLink = (analysis: { audio: object }) => ({ ...analysis, audio: { ...analysis.audio, url: null } });

  it('sends all events, and only the missed ones to a client that reconnects', async () => {
    holdCalls();
    const id = await submit();
    const whole = await follow(id);
    await expect(whole.response).toAnswer(200);
    expect(whole.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(whole.response.headers.get('cache-control')).toContain('no-store');
    expect(whole.response.headers.get('x-ratelimit-limit')).toBe('1000');
    expect(whole.response.headers.get('x-request-id')).toBeTruthy();

    const early = await follow(id);
    await early.until(({ event, data }) => event === 'progress' && JSON.parse(data).stage === 'transcribing');
    const seen = early.events.at(-1);
    early.leave();
    const resumed = await follow(id, { 'last-event-id': seen?.id ?? '' });
    releaseCalls();
    await resumed.end();
    await whole.end();

    const ids = whole.events.map((event) => Number(event.id));
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    expect(whole.events.at(-1)?.event).toBe('completed');
    const progress = whole.events.slice(0, -1);
    // A stream that is opened late tells the present step alone.
    expect(progress.length, 'events before the end').toBeGreaterThan(0);
    for (const { event, data } of progress) {
      expect(event).toBe('progress');
      expect(JSON.parse(data)).toEqual({ stage: expect.stringMatching(/^[a-z]+$/), percent: expect.any(Number) });
    }
    const percents = progress.map(({ data }) => JSON.parse(data).percent);
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
    expect(
      resumed.events.filter((event) => !(Number(event.id) > Number(seen?.id))),
      'events from before the resumption',
    ).toEqual([]);
    expect(
      resumed.events.filter(({ event }) => event === 'completed'),
      'events `completed` after the resumption',
    ).toHaveLength(1);
    const last = JSON.parse(whole.events.at(-1)?.data ?? '{}');
    expect(last).toMatchObject({ id, object: 'analysis', status: 'completed', progress: null });
    expect(withoutLink(last)).toEqual(withoutLink(await read(id)));

    const late = await follow(id);
    await late.end();
    expect(late.events).toMatchObject([{ event: 'completed', id: whole.events.at(-1)?.id }]);
    const done = await follow(id, { 'last-event-id': late.events[0]?.id ?? '' });
    await expect(done.response).toAnswer(204);
    for (const unknown of ['not an id', '9999']) {
      const unknownId = await follow(id, { 'last-event-id': unknown });
      await unknownId.end();
      expect(unknownId.events, 'events for a client whose last event is unknown').toHaveLength(1);
    }
    const head = await follow(id, {}, 'HEAD');
    await expect(head.response).toAnswer(200);
    expect(head.response.headers.get('content-type'), 'the header content-type').toEqual(
      expect.stringContaining('text/event-stream'),
    );
  });

  it('ends with the failure of a call that fails', async () => {
    // Otherwise the call may be completed before it fails.
    holdCalls();
    const id = await submit();
    await service.db.query(
      `UPDATE analysis SET status = 'failed', settled_at = now(), error_message = 'No speech engine.', fence = fence + 1
       WHERE id = $1 AND status = 'processing'`,
      [id],
    );
    const reader = await follow(id);
    await reader.end();
    expect(reader.events, 'events of a call that failed').toHaveLength(1);
    expect(reader.events[0]?.event).toBe('failed');
    expect(JSON.parse(reader.events[0]?.data ?? '{}').metadata.error_message).toBe('No speech engine.');
    releaseCalls();
  });

  it('answers 404 for analyses of other accounts', async () => {
    const stranger = await service.openAccount();
    holdCalls();
    const id = await submit();
    for (const [asked, headers] of [
      [randomUUID(), {}],
      [id, { 'x-api-key': stranger.liveKey }],
    ] as const) {
      const refused = await follow(asked, headers);
      await expect(refused.response).toAnswer(404);
      expect(JSON.parse(await refused.text())).toEqual({ detail: 'Analysis not found' });
    }
    const malformed = await follow('nonsense');
    await expect(malformed.response).toAnswer(422);
    const anonymous = await fetch(`${service.baseUrl}/analysis/${id}/events`);
    await expect(anonymous).toAnswer(401);
    releaseCalls();
  });

  it('ends when the analysis is deleted', async () => {
    holdCalls();
    const id = await submit();
    const reader = await follow(id);
    await reader.until(({ event }) => event === 'progress');
    await fetch(`${service.baseUrl}/analysis/${id}`, { method: 'DELETE', headers: { 'x-api-key': account.liveKey } });
    await reader.end();
    expect(
      reader.events.filter(({ event }) => event !== 'progress'),
      'events other than progress',
    ).toEqual([]);
    releaseCalls();
  });

  it('ends its streams when the service shuts down', async () => {
    holdCalls();
    const id = await submit();
    const reader = await follow(id);
    await reader.until(({ event }) => event === 'progress');
    const stopping = service.stop();
    stopped = true;
    // The stream ends properly, and before the worker has handed back its call.
    await reader.end();
    releaseCalls();
    await stopping;
    expect(
      reader.events.filter(({ event }) => event !== 'progress'),
      'events other than progress',
    ).toEqual([]);
  });
});
