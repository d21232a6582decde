// The waveform of a call as data, for its owner alone.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { providerSettings, startScriptedProvider } from '../support/builders/scripted-call.js';
import { type Ask, askAs, upload } from '../support/clients/interface-client.js';
import type { OpenAiStub } from '../support/stubs/openai-stub.js';

let provider: OpenAiStub;
let service: TestService;
let account: Account;
let ask: Ask;
/** Completed. */
let id: string;

beforeAll(async () => {
  provider = await startScriptedProvider();
  service = await startTestService(providerSettings(provider));
  account = await service.openAccount();
  ask = askAs(service, account);
  id = (await ask('/analysis', upload('agent-7', 'cust-42'))).body.id;
  await until(async () => (await ask(`/analysis/${id}`)).body.status === 'completed', 'the analysis');
});
afterAll(async () => {
  await service?.stop();
  await provider?.close();
});

describe('GET /analysis/{id}/waveform', () => {
  it('has both channels of a stereo recording, for as long as it lasts', async () => {
    const answer = await ask(`/analysis/${id}/waveform`, { credential: account.liveKey });
    await expect(answer).toAnswer(200);
    const { channels, sample_rate, samples_per_pixel, length, data } = answer.body;
    const { duration_seconds } = (await ask(`/analysis/${id}`)).body.audio;
    expect({ channels, numbers: data.length }).toEqual({ channels: 2, numbers: 2 * 2 * length });
    const pixelSeconds = samples_per_pixel / sample_rate;
    expect(Math.abs(length * pixelSeconds - duration_seconds)).toBeLessThanOrEqual(pixelSeconds);
    expect(Math.max(...data), 'the loudest sample').toBeGreaterThan(10);
  });

  it('is 404 where the sound is not known, and for another account', async () => {
    await service.db.query('UPDATE analysis_payload SET envelopes = NULL WHERE analysis_id = $1', [id]);
    await expect(await ask(`/analysis/${id}/waveform`)).toAnswer(404, { detail: 'Waveform not available' });
    await expect(await ask(`/analysis/${randomUUID()}/waveform`)).toAnswer(404, { detail: 'Analysis not found' });
    const stranger = askAs(service, await service.openAccount());
    await expect(await stranger(`/analysis/${id}/waveform`)).toAnswer(404, { detail: 'Analysis not found' });
  });
});
