// Recordings whose address does not lead to them yet: the call waits in its row, without a slot, and may be started again.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Analysis, CallAnalysis } from '../../clients/typescript/src/index.js';
import { finalAnalysis, PARTIES, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { providerSettings, recordedCall, startScriptedProvider } from '../support/builders/scripted-call.js';
import { checkedClient } from '../support/clients/checked-client.js';
import type { OpenAiStub } from '../support/stubs/openai-stub.js';

describe('a recording that is not there', () => {
  let provider: OpenAiStub;
  let recordings: Server;
  let service: TestService;
  let api: CallAnalysis;
  let serving: RequestListener;

  beforeAll(async () => {
    provider = await startScriptedProvider();
    recordings = createServer((request, response) => serving(request, response));
    await new Promise<void>((done) => recordings.listen(0, '127.0.0.1', done));
    service = await startTestService({ ...providerSettings(provider), WORKER_SWEEP_SECONDS: '1' });
  });
  beforeEach(async () => {
    api = checkedClient(service.baseUrl, (await service.openAccount()).liveKey);
  });
  afterAll(async () => {
    await service?.stop();
    recordings?.close();
    await provider?.close();
  });

  const byUrl = (url: string) => api.analyses.create({ ...PARTIES, url });
  const recordingUrl = () => `http://127.0.0.1:${(recordings.address() as AddressInfo).port}/call.wav?signature=secret`;
  const finished = (id: string): Promise<Analysis> => finalAnalysis(api, id);
  const expectFailed = async (id: string, reason: string) => {
    const failed = await finished(id);
    expect(failed).toBeInStatus('failed');
    expect(failed.metadata.error_message).toBe(reason);
    const { rows } = await service.db.query('SELECT 1 FROM minutes_reservation WHERE analysis_id = $1', [id]);
    expect(rows, 'minutes that are still reserved').toEqual([]);
    return failed;
  };

  /** The call is back among those that wait, without a slot. */
  const awaited = (id: string) =>
    until(async () => {
      const { rows } = await service.db.query(
        `SELECT extract(epoch FROM run_after - now())::float8 AS wait FROM analysis
         WHERE id = $1 AND fence > 0 AND lease_until IS NULL AND run_after > now()`,
        [id],
      );
      return rows[0]?.wait ?? null;
    }, 'the call to wait for its recording');

  it('waits for a recording that is not there yet, in the row and without a slot', async () => {
    serving = (_request, response) => response.writeHead(404, { 'retry-after': '30' }).end();
    const { id } = await byUrl(recordingUrl());
    const waitSeconds = await awaited(id);
    expect(waitSeconds, 'the wait that its server asked for').toBeGreaterThan(10);
    expect(waitSeconds, 'the wait that its server asked for').toBeLessThan(38);
    serving = (_request, response) => response.end(recordedCall());
    await service.db.query('UPDATE analysis SET run_after = now() WHERE id = $1', [id]);
    expect(await finished(id)).toBeInStatus('completed');
  });

  it('fails a recording that does not come within ten minutes, and fetches it when the call is started again [settled 3]', async () => {
    serving = (_request, response) => response.writeHead(403).end();
    const { id } = await byUrl(recordingUrl());
    await awaited(id);
    const late = "UPDATE analysis SET created_at = now() - interval '10 minutes', run_after = now() WHERE id = $1";
    await service.db.query(late, [id]);
    const failed = await expectFailed(id, 'The recording could not be downloaded: its server answered with status 403');
    expect(failed.metadata).toMatchObject({ error_code: 'url_refused', retryable: true });
    serving = (_request, response) => response.end(recordedCall());
    expect(await api.analyses.retry(id)).toBeInStatus('processing');
    const done = await finished(id);
    expect(done).toMatchObject({ status: 'completed', metadata: { retryable: false } });
    expect(JSON.stringify(done), 'The address is shown').not.toContain('signature=secret');
  });

  it('tells of a page that came in place of a recording', async () => {
    serving = (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Log in');
    const { id } = await byUrl(recordingUrl());
    await expectFailed(id, 'The recording could not be downloaded: its server answered with a web page');
  });
});
