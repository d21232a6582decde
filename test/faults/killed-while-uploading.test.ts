// Kills the API while a recording arrives in parts: what it has told the client is stored, and nothing is stored twice.
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Account,
  openAccount,
  openPool,
  PARTIES,
  serviceEnvironment,
  until,
} from '../support/apps/running-service.js';
import { wavHeader } from '../support/audio/audio-fixtures.js';
import { uploadByClient } from '../support/clients/tus-client.js';
import { openAppend, tusAs } from '../support/clients/tus-upload.js';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.js';

const KILLS = Number(process.env.UPLOAD_KILLS ?? 3);
const BYTES = 80_000_000;

let environment: Awaited<ReturnType<typeof serviceEnvironment>>;
let db: ReturnType<typeof openPool>;
let api: ServiceProcess;
let account: Account;
let baseUrl: string;
const recording = Buffer.concat([
  wavHeader({ dataBytes: BYTES - 44, channels: 2, sampleRate: 48_000 }),
  randomBytes(BYTES - 44),
]);

beforeAll(async () => {
  environment = await serviceEnvironment({ PROCESS: 'api' });
  db = openPool(environment.databaseUrl);
  baseUrl = `${environment.rootUrl}/api/v1`;
  api = await startServiceProcess(environment.env);
  account = await openAccount(baseUrl, environment.dataDir);
});
afterAll(async () => {
  await api?.kill();
  await db?.end();
  await environment?.dispose();
});

const restart = async () => {
  await api.kill();
  api = await startServiceProcess(environment.env);
};

async function expectWhole(id: string): Promise<void> {
  const answer = await fetch(`${baseUrl}/analysis`, {
    method: 'POST',
    headers: { 'x-api-key': account.liveKey, 'content-type': 'application/json' },
    body: JSON.stringify({ ...PARTIES, upload_id: id }),
  });
  await expect(answer).toAnswer(201, expect.objectContaining({ id }));
  const objects = join(environment.dataDir, 'objects');
  expect(await readFile(join(objects, 'recordings', id))).toHaveBytes(recording);
  expect(await readdir(join(objects, 'uploads'))).toEqual([]);
}

it(`goes on where it was after ${KILLS} kills, byte by byte`, async () => {
  const tus = tusAs(baseUrl, account.liveKey);
  const id = await tus.begin(recording.length);
  let offset = 0;
  for (let kill = 1; kill <= KILLS; kill++) {
    const { request, answered } = openAppend(baseUrl, account.liveKey, id, offset, recording.length - offset);
    const before = offset;
    const stop = before + Math.floor((recording.length - before) / 2);
    request.write(recording.subarray(before, stop));
    await until(async () => {
      const { rows } = await db.query('SELECT offset_bytes::int AS at FROM upload WHERE id = $1', [id]);
      return rows[0].at > before || stop - before < 16_000_000;
    }, 'bytes that are stored for good');
    await restart();
    await answered;
    offset = await tus.offset(id);
    expect(offset).toBeGreaterThanOrEqual(before);
    expect(offset).toBeLessThanOrEqual(stop);
    // The lock of the dead process ends by itself.
    await until(
      async () => {
        const answer = await tus.append(id, offset, recording.subarray(offset, offset + 1_000));
        await expect(answer).toAnswer([204, 423]);
        return answer.status === 204;
      },
      'the end of the lock',
      20_000,
    );
    offset += 1_000;
  }
  await expect(await tus.append(id, offset, recording.subarray(offset))).toAnswer(204);
  await expectWhole(id);
});

it('goes on by tus-js-client, which knows nothing of the kill', async () => {
  const kills: Promise<void>[] = [];
  const id = await uploadByClient({
    endpoint: `${baseUrl}/uploads`,
    key: account.liveKey,
    bytes: recording,
    retryDelays: Array.from({ length: 60 }, () => 1_000),
    onProgress: (sent) => {
      if (sent > recording.length / 3 && kills.length === 0) kills.push(restart());
    },
  });
  await Promise.all(kills);
  expect(kills, 'kills during the upload').toHaveLength(1);
  await expectWhole(id);
});
