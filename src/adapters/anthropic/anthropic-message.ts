// Reads a message of Anthropic's model: its text or the input of the forced tool, its end, and its tokens.
import { z } from 'zod';
import type { ProviderCall } from '../../platform/operations/provider-calls.js';
import type { ModelTokens } from '../../ports/call-analyst.js';
import type { ModelReply } from '../model/model-asker.js';
import { notJudged } from '../sdk/not-judged.js';
import { UnusableResponseError } from '../vendor/provider-failure.js';

const messageBody = z.object({
  type: z.literal('message'),
  stop_reason: z.string().nullish(),
  content: z.array(z.object({ type: z.string(), text: z.string().nullish(), input: z.unknown().optional() })),
});

const amount = z.int().nonnegative();
const usageBody = z.object({
  usage: z.object({
    input_tokens: amount,
    output_tokens: amount,
    cache_read_input_tokens: amount.nullish(),
    cache_creation_input_tokens: amount.nullish(),
  }),
});

/** Throws {@link UnusableResponseError} for another shape, and a ProviderError where the window has no room for the answer. */
export function readMessage(answer: unknown): ModelReply {
  const parsed = messageBody.safeParse(answer);
  if (!parsed.success) throw new UnusableResponseError('The answer is not a message.');
  const { stop_reason: end, content } = parsed.data;
  const tokens = readTokens(answer);
  if (end === 'refusal') return { kind: 'declined', tokens };
  if (end === 'model_context_window_exceeded') throw notJudged('too_long_for_model');
  if (end === 'max_tokens') return { kind: 'truncated', tokens };
  const called = content.find(({ type }) => type === 'tool_use');
  const said = content.filter(({ type }) => type === 'text').map(({ text }) => text ?? '');
  return { kind: 'text', text: called === undefined ? said.join('') : JSON.stringify(called.input), tokens };
}

/** Null unless the message tells them. Anthropic counts what it reads from its cache, or writes to it, beside the input. */
function readTokens(answer: unknown): ModelTokens | null {
  const usage = usageBody.safeParse(answer).data?.usage;
  if (usage === undefined) return null;
  const cachedInputTokens = usage.cache_read_input_tokens ?? 0;
  return {
    inputTokens: usage.input_tokens + cachedInputTokens + (usage.cache_creation_input_tokens ?? 0),
    outputTokens: usage.output_tokens,
    cachedInputTokens,
  };
}

/** Tokens for the metrics; 0 for those that are not told. */
export function readUsage(answer: unknown): Pick<ProviderCall, 'inputTokens' | 'outputTokens' | 'audioSeconds'> {
  const tokens = readTokens(answer);
  return { inputTokens: tokens?.inputTokens ?? 0, outputTokens: tokens?.outputTokens ?? 0, audioSeconds: 0 };
}
