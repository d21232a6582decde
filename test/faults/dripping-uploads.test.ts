// Senders that stop in the middle of an upload take little memory from the others, and one account takes few places.
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Account,
  openAccount,
  serviceEnvironment,
  startTestService,
  until,
  uploadOf,
} from '../support/apps/running-service.js';
import { wavHeader } from '../support/audio/audio-fixtures.js';
import { recordedCall } from '../support/builders/scripted-call.js';
import { beginUpload } from '../support/clients/half-upload.js';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.js';
import { type S3Stub, startS3Stub } from '../support/stubs/s3-stub.js';

const MIB = 1024 * 1024;
const UPLOADS = 100;
/** Just less than a part, so that all of it waits for the rest. */
const SENT_BYTES = 4 * MIB;
const ALLOWED_GROWTH_BYTES = 150 * MIB;
const BOUNDARY = 'a-boundary-of-our-own';

/** Sends the beginning of a recording and stays connected. */
async function drip(rootUrl: string, key: string): Promise<ClientRequest> {
  const upload = request(`${rootUrl}/api/v1/analysis`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, expect: '100-continue' },
  });
  upload.on('error', () => undefined);
  upload.flushHeaders();
  await once(upload, 'continue');
  upload.write(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="audio_file"; filename="call.wav"\r\n\r\n`);
  upload.write(wavHeader({ dataBytes: 400 * MIB, channels: 2, sampleRate: 44_100 }));
  const chunk = Buffer.alloc(MIB);
  for (let sent = 0; sent < SENT_BYTES; sent += chunk.length) if (!upload.write(chunk)) await once(upload, 'drain');
  return upload;
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
}

describe.runIf(process.platform === 'linux')('100 uploads that stop before the end of a part', () => {
  let stub: S3Stub;
  let environment: Awaited<ReturnType<typeof serviceEnvironment>>;
  let api: ServiceProcess;
  let account: Account;
  beforeAll(async () => {
    stub = await startS3Stub();
    environment = await serviceEnvironment({
      PROCESS: 'api',
      ...stub.settings,
    });
    api = await startServiceProcess(environment.env);
    account = await openAccount(`${environment.rootUrl}/api/v1`, environment.dataDir);
  });
  afterAll(async () => {
    await api?.kill();
    await stub?.close();
    await environment?.dispose();
  });

  it('take less than 150 MB of the API process, and another upload goes its way beside them [fault 49]', async () => {
    const pid = api.child.pid ?? 0;
    const submit = () =>
      fetch(`${environment.rootUrl}/api/v1/analysis`, {
        method: 'POST',
        headers: { 'x-api-key': account.liveKey },
        body: uploadOf(recordedCall()),
      });
    await expect(await submit()).toAnswer(201);
    const idle = await residentBytes(pid);
    // A few at a time: the bytes of 100 at full speed would be measured before they are collected as garbage.
    const uploads: ClientRequest[] = [];
    const few = () => Promise.all(Array.from({ length: 5 }, () => drip(environment.rootUrl, account.liveKey)));
    while (uploads.length < UPLOADS) uploads.push(...(await few()));
    let peak = 0;
    for (let count = 0; count < 50; count++) {
      peak = Math.max(peak, await residentBytes(pid));
      if (count % 10 === 0) for (const upload of uploads) upload.write('x');
      await wait(100);
    }
    await expect(await submit()).toAnswer(201);
    console.log(`${UPLOADS} open uploads: ${Math.round((peak - idle) / MIB)} MiB above ${Math.round(idle / MIB)} MiB`);
    for (const upload of uploads) upload.destroy();
    expect(peak - idle).toBeLessThan(ALLOWED_GROWTH_BYTES);
  });
});

describe('open uploads of one account', () => {
  it('are at most 20 in one process; the next one is told when to come again, and other accounts are not [fault 49]', async () => {
    const service = await startTestService({ PROCESS: 'api', ACCOUNT_UPLOADS: '20' });
    try {
      const [account, other] = [await service.openAccount(), await service.openAccount()];
      const submit = async ({ liveKey }: Account) => {
        const response = await fetch(`${service.baseUrl}/analysis`, {
          method: 'POST',
          headers: { 'x-api-key': liveKey },
          body: uploadOf(recordedCall()),
        });
        return {
          status: response.status,
          wait: response.headers.get('retry-after'),
          body: JSON.parse(await response.text()),
        };
      };
      const open = await Promise.all(Array.from({ length: 20 }, () => beginUpload(service.rootUrl, account.liveKey)));
      const incoming = join(service.dataDir, 'objects', '.incoming');
      await until(async () => (await readdir(incoming).catch(() => [])).length === 20, 'all uploads to be open');
      expect(await submit(account)).toEqual({
        status: 429,
        wait: '5',
        body: { detail: 'Rate limit exceeded. Try again in 5 seconds.' },
      });
      await expect(await submit(other)).toAnswer(201);
      await expect(await open[0]?.finish()).toAnswer(201);
      await expect(await submit(account)).toAnswer(201);
      const answers = await Promise.all(open.slice(1).map((upload) => upload.finish()));
      await expect(answers).toAnswerEach(Array.from({ length: 19 }, () => 201));
    } finally {
      await service.stop();
    }
  });
});
