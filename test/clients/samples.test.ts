// Runs the code samples of the API's description: each must make a request that the document allows.

import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES, type Language, missingProgram } from '../../clients/conformance/driver-process.js';
import { DONE_BY } from '../../clients/generator/samples/code-samples.js';
import { sampleRequests } from '../../clients/generator/samples/sample-requests.js';
import type { CodeSample } from '../../src/platform/http/openapi/openapi-types.js';
import { readExamples } from '../../src/platform/http/openapi/stored-examples.js';
import { type Command, OUTCOMES, type ShownSample, writeProgram } from '../support/processes/sample-programs.js';
import {
  type DocumentedService,
  type ServedRequest,
  startDocumentedService,
} from '../support/stubs/documented-service.js';

const run = promisify(execFile);

/** An API key where one will do, else an access token. */
const CREDENTIALS = { key: 'sk_test_sample', token: 'token-of-the-sample' };

/** What the samples of an operation send, the same in each language. */
const REQUESTS = new Map(
  sampleRequests(JSON.parse(readFileSync('openapi.json', 'utf8'))).map((one) => [one.operationId, one]),
);

/** In a form a member that is null may be left out, as Java's sample does. */
function withoutNestedNulls(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('answers' in value)) return value;
    return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
  });
}

/** What came of the samples of an operation: no fault, and the same values. A list asks for more than the sample shows. */
function expectSent(operationId: string, requests: readonly ServedRequest[]): void {
  const { query, body, file, credential = 'none' } = REQUESTS.get(operationId) ?? {};
  const [first] = requests;
  expect(requests.flatMap(({ problems }) => problems)).toEqual([]);
  if (credential !== 'none') expect(first?.credential).toBe(CREDENTIALS[credential]);
  expect(first?.query).toMatchObject(
    Object.fromEntries(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)])),
  );
  const expected = body ? { ...body, ...(file && { [file.field]: file.name }) } : null;
  expect(withoutNestedNulls(first?.body ?? null)).toEqual(withoutNestedNulls(expected));
}

const CODE_SAMPLES = readExamples<Readonly<Record<string, readonly CodeSample[]>>>('code-samples');

const samplesOf = (shown: string): readonly ShownSample[] =>
  Object.entries(CODE_SAMPLES).flatMap(([operationId, samples]) =>
    samples.filter(({ label }) => label.toLowerCase() === shown).map(({ source }) => ({ operationId, source })),
  );

/** What the samples of a page find: the service, a recording, and nothing of the machine's own. */
class Place {
  private constructor(
    readonly service: DocumentedService,
    readonly folder: string,
  ) {}

  static async make(): Promise<Place> {
    const folder = await mkdtemp(join(tmpdir(), 'call-analysis-samples-'));
    await writeFile(join(folder, 'call.wav'), 'RIFF');
    return new Place(await startDocumentedService(), folder);
  }

  get env(): NodeJS.ProcessEnv {
    const { PATH, HOME, GOCACHE } = process.env;
    const credentials = { CALL_ANALYSIS_API_KEY: CREDENTIALS.key, ACCESS_TOKEN: CREDENTIALS.token };
    return { PATH, HOME, GOCACHE, ...credentials, CALL_ANALYSIS_URL: this.service.url };
  }

  /** The requests of the operation, with what the document does not allow. */
  requestsOf(operationId: string) {
    return this.service.requests.filter((request) => request.operationId === operationId);
  }

  async clear(): Promise<void> {
    await this.service.close();
    await rm(this.folder, { recursive: true });
  }
}

interface Outcome {
  /** What each sample failed with, by its operationId: '' where it did not. */
  readonly failures: ReadonlyMap<string, string>;
  /** What the program wrote to its standard error. */
  readonly said: string;
}

/** @throws with what the compiler or the type checker says */
async function outcomeOf(language: Language, place: Place): Promise<Outcome> {
  const cache = resolve('.data/clients', language);
  mkdirSync(cache, { recursive: true });
  const program = await writeProgram(language, samplesOf(language), place.folder, cache);
  const env = { ...place.env, ...program.env };
  for (const [command, ...args] of program.build)
    await run(command, args, { cwd: place.folder, env }).catch((error: { code?: unknown; stdout?: string }) => {
      // Not every machine has the type checker of Python, and the samples still run.
      if (command !== 'mypy' || error.code !== 'ENOENT') throw new Error(`${command} says\n${error.stdout}\n${error}`);
    });
  return ran(program.run, place.folder, env);
}

async function ran([command, ...args]: Command, cwd: string, env: NodeJS.ProcessEnv): Promise<Outcome> {
  const said = await run(command, args, { cwd, env }).then(
    ({ stderr }) => stderr,
    (error: { stderr: string }) => error.stderr,
  );
  const written = await readFile(join(cwd, OUTCOMES), 'utf8').catch(() => '');
  const outcomes = written.split('\n').map((line) => /^(\w+) (.*)$/.exec(line));
  const failures = outcomes.flatMap((match) => (match ? [[match[1] ?? '', match[2] ?? ''] as const] : []));
  return { failures: new Map(failures), said };
}

describe.concurrent.each(LANGUAGES.filter((language) => samplesOf(language).length > 0))(
  '%s: the sample',
  (language) => {
    let place: Place;
    let missing: string | null;
    let outcome: Outcome;
    beforeAll(async () => {
      place = await Place.make();
      missing = await missingProgram(language);
      if (missing === null) outcome = await outcomeOf(language, place);
    });
    afterAll(() => place.clear());

    it.for(samplesOf(language))(
      'of $operationId makes a request that the document allows',
      ({ operationId }, context) => {
        if (missing !== null) context.skip(`"${missing}" does not run here`);
        expect(outcome.failures.get(operationId) ?? `did not end: ${outcome.said}`).toBe('');
        const sent = DONE_BY[operationId] ?? operationId;
        expectSent(sent, place.requestsOf(sent));
      },
    );
  },
);

describe.concurrent('curl: the sample', () => {
  let place: Place;
  beforeAll(async () => {
    place = await Place.make();
    // A sample has no options for scripts; without them curl calls an answer 422 a success.
    await writeFile(join(place.folder, '.curlrc'), 'fail-with-body\nsilent\nshow-error\n');
  });
  afterAll(() => place.clear());

  it.each(samplesOf('curl'))('of $operationId makes a request that the document allows', async (sample) => {
    const env = { ...place.env, CURL_HOME: place.folder, STRIPE_SIGNATURE: 't=1,v1=00', TWILIO_SIGNATURE: 'c2ln' };
    const ended = await run('/bin/sh', ['-c', sample.source], { cwd: place.folder, env }).then(
      () => 'well',
      (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
    );
    expect(ended).toBe('well');
    expectSent(sample.operationId, place.requestsOf(sample.operationId));
  });
});
