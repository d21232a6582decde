// Reads the response of a language model: the text from the envelope of OpenAI's protocol.
import { APIError } from 'openai';
import { z } from 'zod';
import { ProviderError } from '../../../ports/provider-error.js';
import { notJudged } from '../../sdk/not-judged.js';
import { UnusableResponseError } from '../../vendor/provider-failure.js';
import { isDeclinedFinish, whyErrorInside, whyFailed } from '../openai-not-judged.js';

/** Outcome of a request. `truncated`: the response reached the token limit before its end. */
export type Completion =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'declined' }
  | { readonly kind: 'truncated' };

const responseBody = z.object({
  status: z.string().nullish(),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  error: z.object({ code: z.string().nullish() }).nullish(),
  output: z.array(
    z.object({
      type: z.string(),
      content: z
        .array(z.object({ type: z.string(), text: z.string().nullish(), refusal: z.string().nullish() }))
        .nullish(),
      arguments: z.string().nullish(),
    }),
  ),
});

/** Error statuses that gateways write into the body of a response with status 200, or into its choice. */
const errorInside = z.object({ error: z.object({ code: z.int().min(400).max(599) }) });

/** Servers with these codes give the model's text, which they could not read as JSON, in `failed_generation`. */
const NOT_JSON = new Set(['json_validate_failed', 'tool_use_failed']);

/**
 * @returns the response unchanged
 * @throws ProviderError, or the SDK's error, where its body, but not its status, reports a failure
 */
export function refuseFailed(answer: unknown): unknown {
  for (const holder of [answer, Object(answer).choices?.[0]]) {
    const code = errorInside.safeParse(holder).data?.error.code;
    if (code !== undefined) throw APIError.generate(code, Object(holder), undefined, new Headers());
  }
  const { data } = responseBody.safeParse(answer);
  if (data?.status !== 'failed') return answer;
  const refusal = whyFailed(data.error?.code);
  if (refusal !== null) throw notJudged(refusal);
  const reason = data.error?.code === 'rate_limit_exceeded' ? 'busy' : 'failing';
  const retryable = reason === 'busy' || data.error?.code === 'server_error';
  const trouble = { engine: 'analysis', reason, certain: reason === 'busy', sent: true } as const;
  throw new ProviderError('The analysis provider failed to answer.', {
    retryable,
    code: 'provider_failed',
    ...(retryable && { trouble }),
  });
}

/** A completion with the text that Groq generated and refused to send, since it is no JSON; null for any other error. */
export function generatedText(error: unknown): unknown {
  if (!(error instanceof APIError) || !NOT_JSON.has(error.code ?? '')) return null;
  const text: unknown = Object(error.error).failed_generation;
  return { choices: [{ finish_reason: 'stop', message: { content: typeof text === 'string' ? text : '' } }] };
}

/** Reads a response of POST /responses. Throws {@link UnusableResponseError} for another shape. */
export function readResponse(answer: unknown): Completion {
  const parsed = responseBody.safeParse(answer);
  if (!parsed.success) throw new UnusableResponseError('The answer is not a response object.');
  const { status, incomplete_details: incomplete, output } = parsed.data;
  if (status === 'incomplete') return { kind: isDeclinedFinish(incomplete?.reason) ? 'declined' : 'truncated' };
  const parts = output.filter(({ type }) => type === 'message').flatMap(({ content }) => content ?? []);
  if (parts.some(({ type, refusal }) => type === 'refusal' || (refusal ?? '') !== '')) return { kind: 'declined' };
  const called = output.find(({ type }) => type === 'function_call')?.arguments;
  return { kind: 'text', text: called ?? parts.map(({ text }) => text ?? '').join('') };
}

/** A part of a content: a text, the thoughts before it, or a refusal. */
const part = z.union([
  z.string(),
  z.object({ type: z.string().nullish(), text: z.string().nullish(), refusal: z.string().nullish() }),
]);
const calledFunction = z.object({ function: z.object({ arguments: z.unknown().optional() }) });

const completionBody = z.object({
  choices: z.array(
    z.object({
      finish_reason: z.string().nullish(),
      message: z.object({
        content: z.union([z.string(), z.array(part), z.record(z.string(), z.unknown())]).nullish(),
        refusal: z.string().nullish(),
        tool_calls: z.array(calledFunction).nullish().catch(null),
        reasoning_content: z.string().nullish().catch(null),
        reasoning: z.string().nullish().catch(null),
      }),
    }),
  ),
});

const finishedBody = z.object({ choices: z.array(z.object({ finish_reason: z.string().nullish() })) });
/** Finish reasons of OpenAI, Mistral and Gemini for an answer that reached its limit. */
const TRUNCATED = new Set(['length', 'max_tokens', 'model_length']);

type Message = z.infer<typeof completionBody>['choices'][number]['message'];

/** Reads a response of POST /chat/completions. Throws {@link UnusableResponseError} for another shape. */
export function readCompletion(answer: unknown): Completion {
  // Some servers leave the message out in this case.
  if (isDeclinedFinish(finishedBody.safeParse(answer).data?.choices[0]?.finish_reason)) return { kind: 'declined' };
  const parsed = completionBody.safeParse(answer);
  const choice = parsed.data?.choices[0];
  const refusal = choice === undefined ? whyErrorInside(answer) : null;
  if (refusal !== null) throw notJudged(refusal);
  if (choice === undefined) throw new UnusableResponseError('The answer is not a chat completion.');
  const { message } = choice;
  if (isRefusal(message)) return { kind: 'declined' };
  if (TRUNCATED.has((choice.finish_reason ?? '').toLowerCase())) return { kind: 'truncated' };
  return { kind: 'text', text: textOf(message) };
}

function isRefusal({ content, refusal }: Message): boolean {
  if ((refusal ?? '') !== '') return true;
  return Array.isArray(content) && content.some((each) => typeof each === 'object' && (each.refusal ?? '') !== '');
}

/**
 * The arguments of the forced tool, else the content: a text, parts of one, or the object itself. Some servers with a reasoning
 * parser leave the content empty and put all of the answer among the thoughts.
 */
function textOf({ content, tool_calls: calls, ...message }: Message): string {
  const given = calls?.[0]?.function.arguments;
  if (given !== undefined && given !== null) return typeof given === 'string' ? given : JSON.stringify(given);
  let text: string;
  if (Array.isArray(content))
    text = content.map((each) => (typeof each === 'string' ? each : (each.text ?? ''))).join('');
  else text = typeof content === 'object' && content !== null ? JSON.stringify(content) : (content ?? '');
  return text.trim() === '' ? (message.reasoning_content ?? message.reasoning ?? '') : text;
}
