// Matchers for answers and for resources with a status. Their messages name the request, what came, and what should have come.
import { expect } from 'vitest';
import { originOf } from './answers.js';

declare module 'vitest' {
  interface Matchers {
    /**
     * Of an answer over HTTP: a `Response`, or what a client of the tests made of one. Reads a copy of the body.
     * @param body compared as `toEqual` does: JSON parsed, other types as text; any unless given
     */
    toAnswer(status: unknown, body?: unknown): Promise<void>;
    /** Of an analysis, a subscription or a row: its member `status`. */
    toBeInStatus(status: unknown): void;
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
  if (Array.isArray(detail))
    return detail.map((item) => `${[memberOf(item, 'loc')].flat().join('.')}: ${memberOf(item, 'msg')}`).join('; ');
  return cut(body);
}

function requestOf(answer: object): string {
  const path = answer instanceof Response && URL.canParse(answer.url) ? new URL(answer.url).pathname : 'The service';
  return originOf(answer)?.request ?? path;
}

expect.extend({
  async toAnswer(answer: unknown, ...[status, ...expected]: [unknown, unknown?]) {
    if (typeof answer !== 'object' || answer === null)
      return { pass: false, message: () => `No answer came, instead of one with status ${String(status)}` };
    const actual = memberOf(answer, 'status') ?? memberOf(answer, 'statusCode');
    const is = this.equals(actual, status);
    if (is && expected.length === 0)
      return { pass: true, message: () => `${requestOf(answer)} answered ${String(actual)}, which it must not` };
    const isRead =
      !(answer instanceof Response) || expected.length > 0 || isReadable(answer.headers.get('content-type'));
    const body = isRead ? await bodyOf(answer) : undefined;
    const came = shown(body);
    if (!is) {
      const reason = came === '' ? '' : ` (${came})`;
      return {
        pass: false,
        message: () => `${requestOf(answer)} answered ${String(actual)}${reason} instead of ${String(status)}`,
      };
    }
    const [wanted] = expected;
    return {
      pass: this.equals(body, wanted, [...this.customTesters, this.utils.iterableEquality]),
      message: () =>
        `${requestOf(answer)} answered ${String(actual)} with another body than it must: ${came}, not ${shown(wanted)}`,
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
});
