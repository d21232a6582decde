// Uploads by the client of tus's own makers, on the disk and in S3: each recording arrives byte by byte.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, PARTIES, startTestService, type TestService } from '../support/apps/running-service.js';
import { wavHeader } from '../support/audio/audio-fixtures.js';
import { uploadByClient } from '../support/clients/tus-client.js';
import { startTcpProxy } from '../support/processes/tcp-proxy.js';
import { type S3Stub, startS3Stub } from '../support/stubs/s3-stub.js';

/** Two parts of S3, and some. */
const BYTES = 11_500_000;
const RECORDING = Buffer.concat([
  wavHeader({ dataBytes: BYTES - 44, channels: 1, sampleRate: 48_000 }),
  randomBytes(BYTES - 44),
]);

describe.each(['the disk', 'S3'] as const)('tus-js-client, on %s', (kind) => {
  let s3: S3Stub | null = null;
  let service: TestService;
  let account: Account;
  beforeAll(async () => {
    s3 = kind === 'S3' ? await startS3Stub() : null;
    service = await startTestService({ PROCESS: 'api', ...s3?.settings });
    account = await service.openAccount();
  });
  afterAll(async () => {
    await service?.stop();
    await s3?.close();
  });

  /** Makes a call of the upload, and compares what is stored of it. */
  async function expectWhole(id: string): Promise<void> {
    const headers = { 'x-api-key': account.liveKey, 'content-type': 'application/json' };
    const body = JSON.stringify({ ...PARTIES, upload_id: id });
    await expect(await fetch(`${service.baseUrl}/analysis`, { method: 'POST', headers, body })).toAnswer(201);
    const path = join(service.dataDir, 'objects', 'recordings', id);
    expect(s3 ? s3.objects.get(`recordings/${id}`)?.body : await readFile(path)).toHaveBytes(RECORDING);
  }

  it('uploads in parts', async () => {
    const endpoint = `${service.baseUrl}/uploads`;
    await expectWhole(await uploadByClient({ endpoint, key: account.liveKey, bytes: RECORDING }));
  });

  it('goes on behind a network that resets', async () => {
    const proxy = await startTcpProxy(Number(new URL(service.rootUrl).port));
    const shares = [0.2, 0.6, 0.9];
    const id = await uploadByClient({
      endpoint: `http://127.0.0.1:${proxy.port}/api/v1/uploads`,
      key: account.liveKey,
      bytes: RECORDING,
      onProgress: (sent) => {
        if (sent < (shares[0] ?? 2) * RECORDING.length) return;
        shares.shift();
        proxy.reset();
      },
    });
    await proxy.close();
    expect(shares.length, 'resets that are left').toBeLessThan(3);
    await expectWhole(id);
  }, 120_000);
});
