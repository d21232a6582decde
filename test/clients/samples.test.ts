// Runs the code samples of the API's description: each must make a request that the document allows.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODE_SAMPLES } from '../../src/platform/http/openapi/code-samples.generated.js';
import { type DocumentedService, startDocumentedService } from '../support/documented-service.js';

const run = promisify(execFile);

let service: DocumentedService;
let folder: string;
beforeAll(async () => {
  service = await startDocumentedService();
  folder = await mkdtemp(join(tmpdir(), 'call-analysis-samples-'));
  await writeFile(join(folder, 'call.wav'), 'RIFF');
  // A sample has no options for scripts; without them curl calls an answer 422 a success.
  await writeFile(join(folder, '.curlrc'), 'fail-with-body\nsilent\nshow-error\n');
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

describe.concurrent('The curl sample', () => {
  const samples = Object.entries(CODE_SAMPLES).flatMap(([operationId, all]) =>
    all.filter(({ label }) => label === 'curl').map(({ source }) => ({ operationId, source })),
  );

  it.each(samples)('of $operationId makes a request that the document allows', async ({ operationId, source }) => {
    const env = {
      PATH: process.env.PATH,
      CURL_HOME: folder,
      CALL_ANALYSIS_URL: service.url,
      CALL_ANALYSIS_API_KEY: 'sk_test_sample',
      ACCESS_TOKEN: 'token-of-the-sample',
      STRIPE_SIGNATURE: 't=1,v1=00',
    };
    const ended = await run('/bin/sh', ['-c', source], { cwd: folder, env }).then(
      () => 'well',
      (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
    );
    expect(ended).toBe('well');
    expect(service.requests.filter((request) => request.operationId === operationId)).toEqual([
      { operationId, request: expect.any(String), problems: [] },
    ]);
  });
});
