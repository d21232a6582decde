// A recording of 70 MB by the library of each language, as it comes, to the service itself, over a network that resets twice.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { driversOf, stopAllDrivers } from '../../clients/conformance/driver-pool.js';
import { LANGUAGES } from '../../clients/conformance/driver-process.js';
import { PARTIES, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { wavHeader } from '../support/audio/audio-fixtures.js';
import { startTcpProxy } from '../support/processes/tcp-proxy.js';

const BYTES = 70_000_000;
/** Of what the service has kept. A part has 16 MiB, so that each reset hits another one. */
const RESETS = [16_000_000, 48_000_000];

const folder = mkdtempSync(join(tmpdir(), 'call-analysis-uploads-'));
const path = join(folder, 'call.wav');
const header = wavHeader({ dataBytes: BYTES - 44, channels: 2, sampleRate: 48_000 });
const recording = Buffer.concat([header, randomBytes(BYTES - header.length)]);

let service: TestService;
beforeAll(async () => {
  writeFileSync(path, recording);
  service = await startTestService({ PROCESS: 'api', FREE_INCLUDED_MINUTES: '100000' });
});
afterAll(async () => {
  await stopAllDrivers();
  await service?.stop();
  rmSync(folder, { recursive: true });
});

for (const language of LANGUAGES)
  it(`${language}: goes on where it was, and becomes one call`, async (context) => {
    const pool = await driversOf(language);
    if (typeof pool === 'string') return context.skip(`"${pool}" does not run here`);
    const { liveKey } = await service.openAccount();
    const proxy = await startTcpProxy(Number(new URL(service.rootUrl).port));
    const known = (await service.db.query('SELECT id FROM upload')).rows.map(({ id }) => id);
    const kept = async (): Promise<number> => {
      const { rows } = await service.db.query('SELECT max(offset_bytes)::int AS n FROM upload WHERE id <> ALL($1)', [
        known,
      ]);
      return rows[0].n ?? 0;
    };
    try {
      const answered = pool.use((driver) =>
        driver.ask({
          call: 'analyses.create',
          args: { ...PARTIES, file: path, progress: true },
          client: { base_url: `http://127.0.0.1:${proxy.port}`, api_key: liveKey },
        }),
      );
      let isOver = false;
      const over = () => {
        isOver = true;
      };
      answered.then(over, over);
      for (const bytes of RESETS) {
        await until(async () => isOver || (await kept()) >= bytes, `${bytes} bytes that are kept`);
        proxy.reset();
      }
      const { result, error, progress } = await answered;
      expect(error).toBeUndefined();
      expect(progress).toMatchObject({ last: BYTES, total: BYTES, monotonic: true });
      const { rows } = await service.db.query('SELECT id, analysis_id FROM upload WHERE id <> ALL($1)', [known]);
      const id = Reflect.get(Object(result), 'id');
      expect(rows).toEqual([{ id, analysis_id: id }]);
      const objects = join(service.dataDir, 'objects');
      expect(await readFile(join(objects, 'recordings', id))).toHaveBytes(recording);
      expect(await readdir(join(objects, 'uploads'))).toEqual([]);
    } finally {
      await proxy.close();
    }
  });
