// Plays the table of broken uploads through the library of each language.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, type TestContext } from 'vitest';
import { DiskUploads } from '../../clients/conformance/disk-uploads.js';
import { driversOf, stopAllDrivers } from '../../clients/conformance/driver-pool.js';
import { LANGUAGES, type Language } from '../../clients/conformance/driver-process.js';
import { CREDENTIAL } from '../../clients/conformance/expectation.js';
import { UPLOAD_CASES, type UploadCase } from '../../clients/conformance/upload-case.js';
import { startUploadServer } from '../../clients/conformance/upload-server.js';

const SIZE = 6 * 1024 * 1024;
const CLIENT = { api_key: CREDENTIAL, timeout_ms: 120_000, max_retries: 3, resumable_above: 1_048_576 };

const folder = mkdtempSync(join(tmpdir(), 'call-analysis-uploads-'));
const recordings = new Map<number, { readonly path: string; readonly sha256: string }>();

afterAll(async () => {
  await stopAllDrivers();
  rmSync(folder, { recursive: true });
});

describe.concurrent('An upload in parts', () => {
  for (const test of UPLOAD_CASES)
    for (const language of LANGUAGES) it(`${language}: ${test.name}`, (context) => play(language, test, context));
});

async function play(language: Language, test: UploadCase, context: TestContext): Promise<void> {
  const pool = await driversOf(language);
  if (typeof pool === 'string') return context.skip(`"${pool}" does not run here`);
  const size = test.size ?? SIZE;
  const store = new DiskUploads(mkdtempSync(join(folder, 'store-')));
  const server = await startUploadServer(test.play(size), store);
  const { path, sha256 } = recordingOf(size);
  const wrong: string[] = [];
  try {
    await pool.use((driver) =>
      test.run({
        ...{ server, size, recording: path, sha256, wrong },
        ids: () => store.ids(),
        async call(request, fresh) {
          const asked = { ...request, client: { ...CLIENT, base_url: server.url, ...request.client } };
          if (fresh === undefined) return driver.ask(asked);
          const other = pool.built.start();
          try {
            return await other.ask(asked);
          } finally {
            await other.stop();
          }
        },
      }),
    );
    for (const { method, headers } of server.requests) {
      if (!String(headers.authorization).endsWith(CREDENTIAL)) wrong.push(`${method} has not the credential`);
      if (method === 'POST' && !headers['idempotency-key']) wrong.push('a POST has no Idempotency-Key');
    }
    expect(wrong).toEqual([]);
  } finally {
    await server.close();
  }
}

function recordingOf(size: number): { readonly path: string; readonly sha256: string } {
  const known = recordings.get(size);
  if (known) return known;
  const bytes = randomBytes(size);
  const made = { path: join(folder, `appel é ${size}.wav`), sha256: createHash('sha256').update(bytes).digest('hex') };
  writeFileSync(made.path, bytes);
  recordings.set(size, made);
  return made;
}
