// Tells the story to the real service through one library, and compares its results with what the service answers to a reader
// without a library.
import { setTimeout } from 'node:timers/promises';
import type { Driver, DriverAnswer } from './driver-process.js';
import { differences } from './expectation.js';
import { missingMembers } from './missing-members.js';
import type { CallStep, FileStep, Reference, StoryStep } from './story-step.js';

/** A worker takes what is due within a second; a machine that is busy takes longer. */
const UNTIL_TIMEOUT_MS = 300_000;
const POLL_INTERVAL_MS = 500;

export interface Stage {
  /** The address of the service, without `/api/v1`. */
  readonly url: string;
  /** Values that the story refers to from the start. */
  readonly known: Readonly<Record<string, unknown>>;
  /** The token in the newest mail to the account of this story. */
  mailedToken(page: 'verify-email' | 'reset-password'): Promise<string>;
}

/** @returns the number of steps. @throws at the first step that went wrong: the next ones build on it */
export async function playStory(steps: readonly StoryStep[], driver: Driver, stage: Stage): Promise<number> {
  const values = new Map<string, unknown>(Object.entries(stage.known));
  for (const step of steps) {
    if ('mail' in step) values.set(step.id, await stage.mailedToken(step.mail));
    else if ('file' in step) values.set(step.id, await downloaded(step, values));
    else values.set(step.id, await playStep(step, driver, stage, values));
  }
  return steps.length;
}

function without(answer: unknown, member: string | undefined): unknown {
  if (member === undefined || typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(Object.entries(answer).filter(([name]) => name !== member));
}

type Values = ReadonlyMap<string, unknown>;

async function playStep(step: CallStep, driver: Driver, stage: Stage, values: Values): Promise<unknown> {
  const credential = step.with === null ? null : String(lookUp(values, step.with));
  const ask = () =>
    driver.ask({
      call: step.call,
      args: filledRecord(step.args ?? {}, values),
      client: { base_url: stage.url, ...(credential !== null && { api_key: credential }) },
      ...(step.options && { options: filledRecord(step.options, values) }),
    });
  let answer = await ask();
  const giveUpAt = Date.now() + UNTIL_TIMEOUT_MS;
  while (step.until !== undefined && !answer.error && !has(answer.result, step.until) && Date.now() < giveUpAt) {
    await setTimeout(POLL_INTERVAL_MS);
    answer = await ask();
  }
  const wrong = wrongIn(step, answer, values);
  if (step.same_as !== undefined && wrong.length === 0) {
    const path = step.same_as.replace(/\{([\w.]+)\}/g, (_, reference) => String(lookUp(values, reference)));
    const raw = await readRaw(`${stage.url}/api/v1${path}`, credential);
    const meant = step.member === undefined ? raw : lookUp(new Map([['raw', raw]]), `raw.${step.member}`);
    wrong.push(...missingMembers(without(meant, step.except), answer.result));
  }
  if (wrong.length > 0)
    throw new Error(`Step ${step.id} (${step.call}):\n${wrong.join('\n')}\nIt answered ${shown(answer)}`);
  return answer.result;
}

async function downloaded({ id, file, expect }: FileStep, values: Values): Promise<unknown> {
  const held = await readRaw(String(lookUp(values, file)), null);
  const wrong: string[] = [];
  differences(expect, held, 'file', wrong);
  if (wrong.length > 0) throw new Error(`Step ${id} (${file}):\n${wrong.join('\n')}`);
  return held;
}

function has(result: unknown, members: unknown): boolean {
  const missing: string[] = [];
  differences(members, result, 'result', missing);
  return missing.length === 0;
}

const shown = (answer: DriverAnswer) => JSON.stringify(answer).slice(0, 1_000);

function wrongIn({ expect }: CallStep, answer: DriverAnswer, values: Values): string[] {
  const wrong: string[] = [];
  if (expect.error === undefined && answer.error) return ['it failed'];
  if (expect.error !== undefined) {
    if (!answer.error) return ['it did not fail'];
    differences(filled(expect.error, values), answer.error, 'error', wrong);
  }
  if (expect.result !== undefined) differences(filled(expect.result, values), answer.result, 'result', wrong);
  if (expect.progress !== undefined) differences(filled(expect.progress, values), answer.progress, 'progress', wrong);
  return wrong;
}

async function readRaw(url: string, credential: string | null): Promise<unknown> {
  const response = await fetch(url, {
    headers: { ...(credential !== null && { authorization: `Bearer ${credential}` }) },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  return response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text;
}

const filledRecord = (value: Readonly<Record<string, unknown>>, values: Values) =>
  Object.fromEntries(Object.entries(value).map(([name, member]) => [name, filled(member, values)]));

/** The value with each reference replaced by what it refers to. */
function filled(value: unknown, values: Values): unknown {
  if (Array.isArray(value)) return value.map((one) => filled(one, values));
  if (typeof value !== 'object' || value === null) return value;
  if (!isReference(value)) return filledRecord({ ...value }, values);
  const found = lookUp(values, value.$);
  return value.as === 'base64' ? Buffer.from(String(found)).toString('base64') : found;
}

const isReference = (value: object): value is Reference => '$' in value;

function lookUp(values: Values, path: string): unknown {
  const [first = '', ...rest] = path.split('.');
  let found = values.get(first);
  for (const name of rest) found = typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined;
  if (found === undefined) throw new Error(`No step has given ${path}`);
  return found;
}
