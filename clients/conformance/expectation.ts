// Compares what a library made of a case with what must come out, and what every request of a library must have.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { DriverAnswer, Language } from './driver-process.js';
import type { FaultCase } from './fault-case.js';
import type { Attempt, FaultServer } from './fault-server.js';

/** Version of the service, which its libraries have too. */
const { version: VERSION }: { version: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

export const CREDENTIAL = 'sk_test_conformance0123456789abcdefghijklmnopqrstuvwxyz';

export interface Outcome {
  readonly language: Language;
  readonly test: FaultCase;
  readonly answer: DriverAnswer;
  readonly server: FaultServer;
  readonly tookMs: number;
  /** The recording, where the case has one. */
  readonly recording: string | null;
}

/** Clocks of two processes and coarse timers: so much less than the announced wait is still a wait. */
const CLOCK_SLACK_MS = 20;
const NOT_FIELDS: ReadonlySet<string> = new Set(['file', 'stream', 'url', 'progress', 'take', 'metadata']);

/** What is wrong, one sentence each; empty when all is well. */
export function faultsOf(outcome: Outcome): readonly string[] {
  const { test, answer, server } = outcome;
  return [
    ...wrongResult(test, answer),
    ...wrongCounts(test, server),
    ...wrongWaits(outcome),
    ...wrongProgress(outcome),
    ...server.attempts.flatMap((attempt) => wrongRequest(outcome, attempt)),
    ...wrongKeys(server.attempts),
    ...server.misfits,
    ...(server.strayed.length > 0 ? [`the client went to another host: ${server.strayed.join(', ')}`] : []),
    ...(JSON.stringify(answer).includes(CREDENTIAL) ? ['the credential stands in the answer'] : []),
  ];
}

function wrongResult({ expect }: FaultCase, answer: DriverAnswer): string[] {
  const wrong: string[] = [];
  if (expect.error) {
    if (!answer.error) return [`expected an error, got the result ${short(answer.result)}`];
    // Where there was no answer, some languages say 0.
    differences(expect.error, { ...answer.error, status: answer.error.status || null }, 'error', wrong);
    if (typeof answer.error.detail !== 'string' || answer.error.detail === '') wrong.push('the error has no detail');
    return wrong;
  }
  if (answer.error) return [`expected a result, got the error ${short(answer.error)}`];
  if ('result' in expect) differences(expect.result, answer.result, 'result', wrong);
  return wrong;
}

function wrongCounts({ expect }: FaultCase, { attempts, analyses, connections }: FaultServer): string[] {
  const wrong: string[] = [];
  if (expect.connections !== undefined && connections() !== expect.connections)
    wrong.push(`expected ${expect.connections} connections, got ${connections()}`);
  const seen = attempts.map(({ route }) => route);
  const count = (route: string) => seen.filter((one) => one === route).length;
  if (typeof expect.attempts === 'number' && seen.length !== expect.attempts)
    wrong.push(`expected ${expect.attempts} requests, got ${seen.length}: ${seen.join(', ')}`);
  else if (typeof expect.attempts === 'object') {
    for (const [route, most] of Object.entries(expect.attempts))
      if (count(route) !== most) wrong.push(`expected ${most} × ${route}, got ${count(route)}`);
  }
  for (const [route, least] of Object.entries(expect.at_least ?? {}))
    if (count(route) < least) wrong.push(`expected at least ${least} × ${route}, got ${count(route)}`);
  if (expect.analyses !== undefined && analyses.length !== expect.analyses)
    wrong.push(`expected ${expect.analyses} analyses, got ${analyses.length}`);
  for (const [index, headers] of (expect.headers ?? []).entries()) {
    for (const [name, value] of Object.entries(headers)) {
      const given = attempts[index]?.headers[name] ?? null;
      if (given !== value) wrong.push(`request ${index + 1}: expected ${name}: ${value}, got ${given}`);
    }
  }
  const path = attempts[0]?.url.split('?')[0];
  if (expect.first_path !== undefined && path !== expect.first_path)
    wrong.push(`expected the path ${expect.first_path}, got ${path}`);
  for (const [name, value] of Object.entries(expect.query ?? {})) {
    const given = attempts.map(({ url }) => new URL(url, 'http://localhost').searchParams.get(name));
    if (given.some((one) => one !== value)) wrong.push(`expected the query ${name}=${value}, got ${given.join(', ')}`);
  }
  return wrong;
}

function wrongWaits({ test, server, tookMs }: Outcome): string[] {
  const wrong: string[] = [];
  for (const [index, least] of (test.expect.waits_ms ?? []).entries()) {
    const [before, after] = [server.attempts[index], server.attempts[index + 1]];
    const waited = (after?.arrivedAt ?? 0) - (before?.answeredAt ?? 0);
    if (after && waited < least - CLOCK_SLACK_MS)
      wrong.push(`expected a wait of ${least} ms before request ${index + 2}, got ${Math.round(waited)}`);
  }
  if (test.expect.max_ms !== undefined && tookMs > test.expect.max_ms)
    wrong.push(`expected an end within ${test.expect.max_ms} ms, it took ${Math.round(tookMs)}`);
  return wrong;
}

function wrongProgress({ test, answer, recording }: Outcome): string[] {
  if (!test.expect.progress || recording === null) return [];
  const { progress } = answer;
  if (!progress) return ['the progress was not told'];
  const size = Number(test.args?.file ?? test.args?.stream);
  const wrong: string[] = [];
  if (!progress.monotonic) wrong.push('the progress went back');
  if (progress.last !== size) wrong.push(`the progress ended at ${progress.last} of ${size}`);
  if (test.args?.file !== undefined && progress.total !== size)
    wrong.push(`the progress told a total of ${progress.total}`);
  if (progress.calls < 2) wrong.push(`the progress was told ${progress.calls} times`);
  return wrong;
}

function wrongRequest({ language, test, recording }: Outcome, { route, headers, body }: Attempt): string[] {
  const wrong: string[] = [];
  const agent = String(headers['user-agent']);
  const isOwn = agent.startsWith(`call-analysis-${language}/${VERSION} (`) && agent.endsWith(')');
  if (!isOwn) wrong.push(`User-Agent: ${agent}`);
  const credentials = [headers.authorization, headers['x-api-key']].filter((one) => one !== undefined);
  if (credentials.length !== 1 || !String(credentials[0]).endsWith(CREDENTIAL))
    wrong.push(`${route} has not the one credential`);
  const hasKey = typeof headers['idempotency-key'] === 'string' && headers['idempotency-key'] !== '';
  if (route.startsWith('POST ') && !hasKey) wrong.push(`${route} has no Idempotency-Key`);
  if (test.expect.json !== undefined && route.startsWith('POST ') && body.whole)
    differences(test.expect.json, body.json, `the JSON of ${route}`, wrong);
  if (!body.whole || body.fields.agent_id === undefined) return wrong;
  for (const [name, value] of Object.entries(test.args ?? {}))
    if (!NOT_FIELDS.has(name) && body.fields[name] !== String(value))
      wrong.push(`the form has ${name}=${body.fields[name]}, not ${value}`);
  if (recording !== null) wrong.push(...wrongFile(test, recording, headers, body));
  return wrong;
}

function wrongFile(test: FaultCase, recording: string, headers: Attempt['headers'], body: Attempt['body']): string[] {
  const [file, ...more] = body.files;
  if (!file || more.length > 0) return [`the form has ${body.files.length} files`];
  const wrong: string[] = [];
  if (file.field !== 'audio_file') wrong.push(`the file stands under ${file.field}`);
  if (file.sha256 !== sha256Of(recording)) wrong.push(`the file arrived altered, with ${file.bytes} bytes`);
  if (test.args?.file === undefined) return wrong;
  if (file.name !== basename(recording)) wrong.push(`the file is called ${file.name}`);
  if (headers['content-length'] === undefined) wrong.push('the upload of a file has no Content-Length');
  return wrong;
}

const hashes = new Map<string, string>();
function sha256Of(path: string): string {
  const known = hashes.get(path) ?? createHash('sha256').update(readFileSync(path)).digest('hex');
  hashes.set(path, known);
  return known;
}

/** All requests of one operation in a case are one call with its retries. */
function wrongKeys(attempts: readonly Attempt[]): string[] {
  const byRoute = new Map<string, Set<unknown>>();
  for (const { route, headers } of attempts.filter((one) => one.route.startsWith('POST ')))
    byRoute.set(route, (byRoute.get(route) ?? new Set()).add(headers['idempotency-key']));
  return [...byRoute]
    .filter(([, keys]) => keys.size > 1)
    .map(([route, keys]) => `${route} was sent with ${keys.size} keys`);
}

/**
 * Adds to `wrong` where `actual` lacks what `expected` has. A null of `expected` may be missing; `{"$length": 3}` counts an
 * array, `{"$is": …}` is exact, `{"$matches": "…"}` is a regular expression, `{"$exists": true}` any value but null, `{"$last":
 * …}` the end of an array.
 */
export function differences(expected: unknown, actual: unknown, path: string, wrong: string[]): void {
  if (expected === null) {
    if (actual !== null && actual !== undefined) wrong.push(`${path}: expected nothing, got ${short(actual)}`);
  } else if (typeof expected !== 'object') {
    if (expected !== actual) wrong.push(`${path}: expected ${short(expected)}, got ${short(actual)}`);
  } else if ('$length' in expected) {
    const length = Array.isArray(actual) ? actual.length : null;
    if (length !== expected.$length) wrong.push(`${path}: expected ${expected.$length} items, got ${length}`);
  } else if ('$is' in expected) {
    if (!isDeepStrictEqual(expected.$is, actual))
      wrong.push(`${path}: expected ${short(expected)}, got ${short(actual)}`);
  } else if ('$matches' in expected) {
    if (!new RegExp(String(expected.$matches), 's').test(String(actual)))
      wrong.push(`${path}: expected ${expected.$matches}, got ${short(actual)}`);
  } else if ('$last' in expected) {
    differences(expected.$last, Array.isArray(actual) ? actual.at(-1) : null, `the last of ${path}`, wrong);
  } else if ('$exists' in expected) {
    if (actual === null || actual === undefined) wrong.push(`${path} is missing`);
  } else if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length)
      wrong.push(`${path}: expected ${expected.length} items, got ${short(actual)}`);
    else for (const [index, one] of expected.entries()) differences(one, actual[index], `${path}[${index}]`, wrong);
  } else if (typeof actual !== 'object' || actual === null) {
    if (Object.values(expected).some((one) => one !== null))
      wrong.push(`${path}: expected ${short(expected)}, got ${short(actual)}`);
  } else {
    for (const [name, one] of Object.entries(expected))
      differences(one, Reflect.get(actual, name), `${path}.${name}`, wrong);
  }
}

const short = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 300);
