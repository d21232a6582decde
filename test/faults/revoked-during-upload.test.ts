// An upload takes minutes. If its credential is revoked meanwhile, the call must not be accepted. A call that was accepted
// before is finished.
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type IncomingMessage, request as send } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { silence, wav } from '../support/audio/audio-fixtures.js';
import { CALL_MS, providerSettings, recordedCall, startScriptedProvider } from '../support/builders/scripted-call.js';
import { answerTo } from '../support/matchers/answers.js';
import type { OpenAiStub } from '../support/stubs/openai-stub.js';

const RECORDING = wav([silence(20_000)]);

describe('a credential that is revoked while a recording comes in', () => {
  let provider: OpenAiStub;
  let service: TestService;
  let account: Account;

  beforeAll(async () => {
    provider = await startScriptedProvider();
    service = await startTestService(providerSettings(provider));
  });
  afterAll(async () => {
    await service?.stop();
    await provider?.close();
  });

  const ask = async (method: string, path: string, credential: string, body?: object) => {
    const response = await fetch(`${service.baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${credential}`, ...(body && { 'content-type': 'application/json' }) },
      body: body ? JSON.stringify(body) : null,
    });
    await expect(response, `${method} ${path}`).toAnswer(200);
    return JSON.parse(await response.text());
  };
  const revokeKey = async () => {
    const { items } = await ask('GET', '/api-keys', account.accessToken);
    await ask('DELETE', `/api-keys/${items[0].id}`, account.accessToken);
  };
  const stored = async () => (await readdir(service.dataDir, { recursive: true })).filter(isRecording);
  /** Of the keys, those that no success has used: opening an account uses keys, too. */
  const traces = async () => {
    const { rows } = await service.db.query(
      `SELECT (SELECT count(*)::int FROM analysis) AS analyses, (SELECT count(*)::int FROM minutes_reservation) AS reserved,
         (SELECT count(*)::int FROM idempotency_key WHERE status IS NULL OR status >= 400) AS keys`,
    );
    return { ...rows[0], stored: await stored() };
  };

  /** Sends half of the recording, waits until a part of it is stored, runs `interlude`, and sends the rest. */
  const uploadAround = async (
    credential: string,
    interlude: () => Promise<unknown>,
    headers: Record<string, string> = {},
  ) => {
    const known = new Set(await stored());
    const upload = send(`${service.baseUrl}/analysis`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${credential}`,
        'content-type': 'multipart/form-data; boundary=cut',
        ...headers,
      },
    });
    const answer = once(upload, 'response');
    for (const [name, value] of Object.entries({ agent_id: 'a', contact_id: 'c' })) {
      upload.write(`--cut\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
    }
    upload.write('--cut\r\ncontent-disposition: form-data; name="audio_file"; filename="a.wav"\r\n\r\n');
    const half = RECORDING.length / 2;
    upload.write(RECORDING.subarray(0, half));
    await until(async () => (await stored()).some((path) => !known.has(path)), 'the first bytes in storage');
    await interlude();
    upload.end(Buffer.concat([RECORDING.subarray(half), Buffer.from('\r\n--cut--\r\n')]));
    const [response]: IncomingMessage[] = await answer;
    if (!response) throw new Error('No answer came');
    const text = (await response.toArray()).join('');
    const challenge = response.headers['www-authenticate'];
    return answerTo('POST /analysis', { status: response.statusCode, challenge, body: JSON.parse(text) });
  };
  const REFUSED = {
    status: 401,
    challenge: 'Bearer',
    body: { detail: 'Invalid authentication credentials' },
  };

  it('accepts the recording while nothing is revoked', async () => {
    account = await service.openAccount();
    const answer = await uploadAround(account.liveKey, async () => undefined);
    await expect(answer).toAnswer(201);
    await ask('DELETE', `/analysis/${answer.body.id}`, account.accessToken);
  });

  it.each<[string, 'key' | 'token', () => Promise<unknown>]>([
    ['a revoked API key', 'key', revokeKey],
    [
      'the API key of a deleted account',
      'key',
      () => ask('DELETE', '/users/me', account.accessToken, { current_password: account.password }),
    ],
    [
      'the token of a deleted account',
      'token',
      () => ask('DELETE', '/users/me', account.accessToken, { current_password: account.password }),
    ],
    [
      'a token from before the password changed',
      'token',
      () =>
        ask('PUT', '/users/me', account.accessToken, {
          current_password: account.password,
          password: 'another good password',
        }),
    ],
  ])('accepts nothing from %s, and leaves nothing behind [fault 76]', async (_, credential, revoke) => {
    account = await service.openAccount();
    const before = await traces();
    const repeatable: readonly Record<string, string>[] = [{}, { 'idempotency-key': 'revoked' }];
    for (const headers of repeatable) {
      const presented = credential === 'key' ? account.liveKey : account.accessToken;
      expect(await uploadAround(presented, revoke, headers)).toEqual(REFUSED);
      // The part that came is deleted after the answer.
      await expect.poll(traces, { message: 'what a refused upload has left' }).toEqual(before);
      account = await service.openAccount();
    }
  });

  it('finishes and bills what was accepted before [fault 76]', async () => {
    account = await service.openAccount();
    const form = new FormData();
    for (const [name, value] of Object.entries({ agent_id: 'a', contact_id: 'c' })) form.set(name, value);
    form.set('audio_file', new Blob([new Uint8Array(recordedCall())]), 'call.mp3');
    const response = await fetch(`${service.baseUrl}/analysis`, {
      method: 'POST',
      headers: { 'x-api-key': account.liveKey },
      body: form,
    });
    await expect(response).toAnswer(201);
    const { id } = JSON.parse(await response.text());
    await revokeKey();
    const analysis = await until(async () => {
      const found = await ask('GET', `/analysis/${id}`, account.accessToken);
      return found.status !== 'processing' && found;
    }, 'the end of the call');
    expect(analysis).toBeInStatus('completed');
    const { rows } = await service.db.query('SELECT hundredths::int FROM ledger_entry WHERE analysis_id = $1', [id]);
    expect(rows).toEqual([{ hundredths: Math.ceil(CALL_MS / 600) }]);
  });
});

function isRecording(path: string): boolean {
  return /(recordings|\.incoming)\/[0-9a-f-]{36}$/.test(path);
}
