// Matchers for answers and for resources with a status. Their messages name the request, what came, and what should have come.
import { expect } from 'vitest';
import { originOf } from './answers.js';

declare module 'vitest' {
  interface Matchers {
    /**
     * Of an answer over HTTP: a `Response`, or what a client of the tests made of one. Reads a copy of the body.
     * @param status a list where several will do
     * @param body compared as `toEqual` does: JSON parsed, other types as text; any unless given
     */
    toAnswer(status: unknown, body?: unknown): Promise<void>;
    /** Of several answers: the status of all of them, or of each in its turn. */
    toAnswerEach(statuses: number | readonly number[]): Promise<void>;
    /** Of answers to requests that raced: how many have which status. */
    toAnswerInAnyOrder(statuses: readonly number[]): Promise<void>;
    /** Of an analysis, a subscription or a row: its member `status`. */
    toBeInStatus(status: unknown): void;
    /** Compares without printing them. */
    toHaveBytes(bytes: Uint8Array): void;
  }
}

const MAX_TEXT = 300;

function cut(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Streams that may never end are not read. */
const isReadable = (type: string | null) => /json|text\/(plain|html)|problem/.test(type ?? '');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function bodyOf(answer: unknown): Promise<unknown> {
  if (!(answer instanceof Response)) {
    const detail = memberOf(answer, 'detail');
    return memberOf(answer, 'body') ?? memberOf(answer, 'text') ?? (detail === undefined ? undefined : { detail });
  }
  const noted = originOf(answer)?.text;
  if (noted !== undefined) return parsed(noted);
  if (answer.bodyUsed) return undefined;
  return parsed(await answer.clone().text());
}

/** The reason that the body of an error gives, or the start of the body. */
function shown(body: unknown): string {
  if (body === undefined || body === '') return '';
  const detail = memberOf(body, 'detail') ?? memberOf(memberOf(body, 'error'), 'message');
  if (typeof detail === 'string') return `"${cut(detail)}"`;
  if (Array.isArray(detail)) return detail.map(shownItem).join('; ');
  return cut(body);
}

/** @param item of a 422, or what `expect.objectContaining` makes of its members */
function shownItem(item: unknown): string {
  const members = memberOf(item, 'sample') ?? item;
  return `${[memberOf(members, 'loc')].flat().join('.')}: ${memberOf(members, 'msg') ?? memberOf(members, 'type')}`;
}

function requestOf(answer: object): string {
  const path = answer instanceof Response && URL.canParse(answer.url) ? new URL(answer.url).pathname : 'The service';
  return cut(originOf(answer)?.request ?? path);
}

const statusOf = (answer: unknown): unknown => memberOf(answer, 'status') ?? memberOf(answer, 'statusCode');

/** Such as `POST /analysis answered 401 ("The token has expired")`. */
async function sentenceOn(answer: object): Promise<string> {
  const isRead = !(answer instanceof Response) || isReadable(answer.headers.get('content-type'));
  const came = isRead ? shown(await bodyOf(answer)) : '';
  return `${requestOf(answer)} answered ${String(statusOf(answer))}${came === '' ? '' : ` (${came})`}`;
}

const countsOf = (statuses: readonly unknown[]): ReadonlyMap<unknown, number> => {
  const counts = new Map<unknown, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return counts;
};

expect.extend({
  async toAnswerEach(answers: readonly object[], expected: number | readonly number[]) {
    const wanted = typeof expected === 'number' ? answers.map(() => expected) : expected;
    if (answers.length !== wanted.length || answers.length === 0)
      return { pass: false, message: () => `${answers.length} answers came instead of ${wanted.length || 'some'}` };
    const wrong = answers.findIndex((answer, at) => statusOf(answer) !== wanted[at]);
    const first = answers[wrong];
    const sentence = first ? await sentenceOn(first) : '';
    return {
      pass: first === undefined,
      message: () => `${sentence} instead of ${wanted[wrong]}, as answer ${wrong + 1} of ${answers.length}`,
      actual: answers.map(statusOf),
      expected: wanted,
    };
  },

  async toAnswerInAnyOrder(answers: readonly object[], expected: readonly number[]) {
    const [came, wanted] = [countsOf(answers.map(statusOf)), countsOf(expected)];
    const excess = answers.find((answer) => (came.get(statusOf(answer)) ?? 0) > (wanted.get(statusOf(answer)) ?? 0));
    const sentence = excess ? await sentenceOn(excess) : `${answers.length} answers came instead of ${expected.length}`;
    const times = excess && `: ${came.get(statusOf(excess))} times instead of ${wanted.get(statusOf(excess)) ?? 0}`;
    return {
      pass: excess === undefined && answers.length === expected.length,
      message: () => `${sentence}${times ?? ''}`,
      actual: answers.map(statusOf).sort(),
      expected: [...expected].sort(),
    };
  },

  async toAnswer(answer: unknown, ...[status, ...expected]: [unknown, unknown?]) {
    const allowed = [status].flat();
    if (typeof answer !== 'object' || answer === null)
      return { pass: false, message: () => `No answer came, instead of one with status ${allowed.join(' or ')}` };
    const actual = statusOf(answer);
    const is = allowed.some((each) => this.equals(actual, each));
    if (is && expected.length === 0)
      return { pass: true, message: () => `${requestOf(answer)} answered ${String(actual)}, which it must not` };
    if (!is) {
      const sentence = await sentenceOn(answer);
      return { pass: false, message: () => `${sentence} instead of ${allowed.join(' or ')}` };
    }
    const body = await bodyOf(answer);
    const [wanted] = expected;
    return {
      pass: this.equals(body, wanted, [...this.customTesters, this.utils.iterableEquality]),
      message: () =>
        `${requestOf(answer)} answered ${String(actual)} with another body than it must: ${shown(body)}, not ${shown(wanted)}`,
      actual: body,
      expected: wanted,
    };
  },

  toBeInStatus(resource: unknown, status: unknown) {
    const actual = memberOf(resource, 'status');
    const name = [memberOf(resource, 'object') ?? 'resource', memberOf(resource, 'id')].filter(Boolean).join(' ');
    const error = memberOf(memberOf(resource, 'metadata'), 'error_message') ?? memberOf(resource, 'error_message');
    const reason = typeof error === 'string' ? ` ("${cut(error)}")` : '';
    return {
      pass: this.equals(actual, status),
      message: () => `The ${name} is in status ${String(actual)}${reason}, instead of ${String(status)}`,
    };
  },

  toHaveBytes(actual: unknown, expected: Uint8Array) {
    if (!(actual instanceof Uint8Array))
      return { pass: false, message: () => `No bytes came, instead of ${expected.length}` };
    const differsAt = () => expected.findIndex((byte, at) => actual[at] !== byte);
    const place = () => (differsAt() < 0 ? expected.length : differsAt());
    return {
      pass: Buffer.compare(actual, expected) === 0,
      message: () => `${actual.length} bytes came instead of ${expected.length}; they differ from byte ${place()} on`,
    };
  },
});
