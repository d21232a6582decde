// Manifests that are made to do harm: compressed ones that grow without end, and servers that drip. Each batch ends with a
// sentence, the worker stays small, and the batch of another account ends meanwhile.
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { type BatchClient, batchClient } from '../support/clients/batch-client.js';
import { freePort } from '../support/processes/free-port.js';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.js';

const MiB = 1_048_576;
const HEAD = 'agent_id,contact_id,audio_url\n';
/** As much as a recording of 400 MB may take. */
const ALLOWED_GROWTH_BYTES = 100 * MiB;

/** 2 GiB of a text: members of a gzip file follow each other. */
const bombOf = (text: string) => {
  const member = gzipSync(Buffer.alloc(64 * MiB, text));
  return Buffer.concat(Array.from({ length: 32 }, () => member));
};

/** The most that a process has had in memory. */
async function peakBytes({ child }: ServiceProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024;
}

describe('a hostile manifest', () => {
  const files = new Map<string, RequestListener>();
  let service: TestService;
  let worker: ServiceProcess;
  let server: Server;
  let origin: string;
  let hostile: BatchClient;
  let other: BatchClient;
  let owner: Account;

  beforeAll(async () => {
    service = await startTestService({
      PROCESS: 'api',
      WORKER_SWEEP_SECONDS: '1',
      ANALYSIS_ENGINE: 'rules',
      PROVIDER_ATTEMPTS: '1',
    });
    worker = await startServiceProcess({ ...service.env, PROCESS: 'worker', PORT: String(await freePort()) });
    server = createServer((request, response) => {
      const answer = files.get(request.url ?? '') ?? ((_, gone) => gone.writeHead(410).end());
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    files.set('/good.csv', (_, response) => response.end(`${HEAD}a,c,${origin}/gone.wav\n`));
    owner = await service.openAccount();
    hostile = batchClient(service, owner.liveKey);
    other = batchClient(service, (await service.openAccount()).liveKey);
  });
  afterAll(async () => {
    await worker?.kill();
    server?.closeAllConnections();
    server?.close();
    await service?.stop();
  });

  const endOfOther = async () => {
    const { id } = await other.start({ manifest_url: `${origin}/good.csv`, format: 'csv' });
    expect(await other.end(id)).toMatchObject({ status: 'completed', counts: { total: 1, failed: 1 } });
  };

  it.runIf(process.platform === 'linux')('of 2 GiB in 2 MB fails its batch, in little memory', async () => {
    const line = bombOf('a');
    const bombs = [
      ['csv', 'gzip', line, 'Line 1 of the manifest is longer than 65,536 characters'],
      ['jsonl', 'gzip', line, 'The manifest is larger than 104,857,600 bytes'],
      ['jsonl', 'gzip, gzip', gzipSync(line), 'The manifest is larger than 104,857,600 bytes'],
      ['jsonl', 'gzip', bombOf('{}\n'), 'The manifest has more than 100,000 lines'],
      ['csv', 'gzip', bombOf('agent_id,'), 'Line 1 of the manifest is longer than 65,536 characters'],
    ] as const;
    await endOfOther();
    const before = await peakBytes(worker);
    const ids: string[] = [];
    for (const [index, [format, coding, content]] of bombs.entries()) {
      files.set(`/bomb${index}`, (_, response) => response.writeHead(200, { 'content-encoding': coding }).end(content));
      ids.push((await hostile.start({ manifest_url: `${origin}/bomb${index}`, format })).id);
    }
    await endOfOther();
    for (const [index, [, , , sentence]] of bombs.entries()) {
      const batch = await hostile.end(ids[index] ?? '');
      expect(batch).toMatchObject({ status: 'failed', error_message: sentence, counts: { total: 0 } });
    }
    expect((await peakBytes(worker)) - before, 'growth').toBeLessThan(ALLOWED_GROWTH_BYTES);
  });

  it('that drips is given up after half a minute, and delays no other account', async () => {
    let dripping = 0;
    files.set('/drip.csv', (_, response) => {
      dripping += 1;
      response.writeHead(200).write(HEAD);
      const drop = setInterval(() => response.write('x'), 200);
      response.once('close', () => {
        dripping -= 1;
        clearInterval(drop);
      });
    });
    const ids: string[] = [];
    for (let n = 0; n < 10; n++)
      ids.push((await hostile.start({ manifest_url: `${origin}/drip.csv`, format: 'csv' })).id);
    await until(async () => dripping === 1, 'the first drop');
    for (let n = 0; n < 3; n++) await endOfOther();
    expect(dripping, 'manifests of one account that are read at the same time').toBe(1);
    const batch = await hostile.end(ids[0] ?? '');
    expect(batch).toMatchObject({
      status: 'failed',
      error_message: 'The manifest could not be downloaded: the server sent too slowly',
      counts: { total: 0 },
    });
    for (const id of ids.slice(1)) await expect(await hostile.ask(`/batches/${id}/cancel`, {})).toAnswer(200);
    await until(async () => dripping === 0, 'the end of the drops');
  });
});
