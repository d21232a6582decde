// Reads the response of a language model: the text from the provider's envelope, then the JSON object from the text.
import { z } from 'zod';
import { ProviderError } from '../../../ports/provider-error.js';
import { UnusableResponseError } from '../openai-error.js';
import { isDeclinedFinish, notJudged, whyErrorInside, whyFailed } from '../openai-not-judged.js';

/** Outcome of a request. `truncated`: the response reached the token limit before its end. */
export type Completion =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'declined' }
  | { readonly kind: 'truncated' };

/** Content of a response's text. `fault` is a sentence for the model, so that it can repair its response. */
export type ParsedOutput<T> =
  | { readonly kind: 'answer'; readonly answer: T }
  | { readonly kind: 'unusable'; readonly fault: string };

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
    }),
  ),
});

/**
 * @returns the response of POST /responses unchanged. Throws a ProviderError when its body, but not its status, reports a
 * failure.
 */
export function refuseFailed(answer: unknown): unknown {
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

/** Reads a response of POST /responses. Throws {@link UnusableResponseError} for another shape. */
export function readResponse(answer: unknown): Completion {
  const parsed = responseBody.safeParse(answer);
  if (!parsed.success) throw new UnusableResponseError('The answer is not a response object.');
  const { status, incomplete_details: incomplete, output } = parsed.data;
  if (status === 'incomplete') return { kind: isDeclinedFinish(incomplete?.reason) ? 'declined' : 'truncated' };
  const parts = output.filter(({ type }) => type === 'message').flatMap(({ content }) => content ?? []);
  if (parts.some(({ type, refusal }) => type === 'refusal' || (refusal ?? '') !== '')) return { kind: 'declined' };
  return { kind: 'text', text: parts.map(({ text }) => text ?? '').join('') };
}

const completionBody = z.object({
  choices: z.array(
    z.object({
      finish_reason: z.string().nullish(),
      message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
    }),
  ),
});

const finishedBody = z.object({ choices: z.array(z.object({ finish_reason: z.string().nullish() })) });

/** Reads a response of POST /chat/completions. Throws {@link UnusableResponseError} for another shape. */
export function readCompletion(answer: unknown): Completion {
  // Some servers leave the message out in this case.
  if (isDeclinedFinish(finishedBody.safeParse(answer).data?.choices[0]?.finish_reason)) return { kind: 'declined' };
  const parsed = completionBody.safeParse(answer);
  const choice = parsed.data?.choices[0];
  const refusal = choice === undefined ? whyErrorInside(answer) : null;
  if (refusal !== null) throw notJudged(refusal);
  if (choice === undefined) throw new UnusableResponseError('The answer is not a chat completion.');
  if ((choice.message.refusal ?? '') !== '') return { kind: 'declined' };
  if (choice.finish_reason === 'length') return { kind: 'truncated' };
  return { kind: 'text', text: choice.message.content ?? '' };
}

/** Finds the JSON object in a model's text: some models write their thoughts before it or a code fence around it. */
export function parseOutput<T>(text: string, shape: z.ZodType<T>): ParsedOutput<T> {
  const withoutThoughts = text.replace(/^\s*<think>[\s\S]*?<\/think>/, '');
  let json: unknown;
  try {
    json = JSON.parse(withoutThoughts.slice(withoutThoughts.indexOf('{'), withoutThoughts.lastIndexOf('}') + 1));
  } catch {
    return { kind: 'unusable', fault: 'It was not one JSON object.' };
  }
  const parsed = shape.safeParse(json);
  if (parsed.success) return { kind: 'answer', answer: parsed.data };
  const paths = parsed.error.issues.slice(0, 10).map(({ path }) => path.join('.') || 'the object itself');
  const members = [...new Set(paths)].join(', ');
  return { kind: 'unusable', fault: `These members were missing or of the wrong type: ${members}.` };
}
