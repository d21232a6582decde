// Finds the JSON object in the text of a language model: some write their thoughts before it, a code fence or sentences around
// it.
import type { z } from 'zod';

/** Content of a response's text. `fault` is a sentence for the model, so that it can repair its response. */
export type ParsedOutput<T> =
  | { readonly kind: 'answer'; readonly answer: T }
  | { readonly kind: 'unusable'; readonly fault: string };

/** Beginnings of objects that are tried; prose rarely holds as many braces. */
const MAX_BEGINNINGS = 20;

export function parseOutput<T>(text: string, shape: z.ZodType<T>): ParsedOutput<T> {
  let fault: string | null = null;
  for (const value of objectsIn(withoutThoughts(text))) {
    const parsed = shape.safeParse(value);
    if (parsed.success) return { kind: 'answer', answer: parsed.data };
    fault ??= faultOf(parsed.error);
  }
  return { kind: 'unusable', fault: fault ?? 'It was not one JSON object.' };
}

/** Templates of reasoning models may begin the thoughts themselves, so that the answer has their end alone. */
function withoutThoughts(text: string): string {
  const answer = text.replace(/^\s*<think>[\s\S]*?<\/think>/, '');
  const end = answer.indexOf('</think>');
  const begins = answer.indexOf('{');
  return end >= 0 && !answer.slice(0, end).includes('<think>') && !isJson(answer.slice(begins))
    ? answer.slice(end + '</think>'.length)
    : answer;
}

function isJson(text: string): boolean {
  return parse(text.slice(0, text.lastIndexOf('}') + 1)) !== undefined;
}

/** The text from its first brace to its last one; else each object that begins and ends within it. */
function* objectsIn(text: string): Generator<object> {
  const whole = parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  if (whole !== undefined) {
    yield whole;
    // Some models put the answer into a member that has the name of the schema.
    const members: unknown[] = Object.values(whole);
    const [only] = members;
    if (members.length === 1 && typeof only === 'object' && only !== null) yield only;
    return;
  }
  let begin = text.indexOf('{');
  for (let tried = 0; begin >= 0 && tried < MAX_BEGINNINGS; tried += 1) {
    const end = endOfObject(text, begin);
    const value = end === null ? undefined : parse(text.slice(begin, end));
    if (value !== undefined) yield value;
    begin = text.indexOf('{', value === undefined || end === null ? begin + 1 : end);
  }
}

function endOfObject(text: string, begin: number): number | null {
  let depth = 0;
  let isInString = false;
  for (let at = begin; at < text.length; at += 1) {
    const letter = text[at];
    if (isInString) {
      if (letter === '\\') at += 1;
      else if (letter === '"') isInString = false;
    } else if (letter === '"') isInString = true;
    else if (letter === '{') depth += 1;
    else if (letter === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
}

function parse(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function faultOf({ issues }: z.ZodError): string {
  const paths = issues.slice(0, 10).map(({ path }) => path.join('.') || 'the object itself');
  return `These members were missing or of the wrong type: ${[...new Set(paths)].join(', ')}.`;
}
